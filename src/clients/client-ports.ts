import { claude } from "./claude.ts";
import type { ClientName } from "./client-name.ts";
import type { ClientPort } from "./client-port.ts";
import { codex } from "./codex.ts";

/** The port of each client; a further client is one more file and one more line here. */
export const clientPorts: Readonly<Record<ClientName, ClientPort>> = { claude, codex };
