"use strict";
// The least that a hook can be: Node starts and ends.
void 0;
