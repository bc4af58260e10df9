import type { RelPath } from "../base/rel-path.ts";
import type { Alert } from "./answer.ts";
import type { Finding } from "./finding.ts";

/**
 * A finding from what Vale said of a file. Vale counts a byte order mark as a column of line 1 and ends
 * its spans inclusively; positions it gives as 0 or below become 1.
 */
export function toFinding(path: RelPath, alert: Alert, hasByteOrderMark: boolean): Finding {
  const shift = hasByteOrderMark && alert.Line <= 1 ? 1 : 0;
  const [first, last] = alert.Span;
  const column = Math.max(1, first - shift);
  return {
    path,
    line: Math.max(1, alert.Line),
    column,
    endColumn: Math.max(column, last + 1 - shift),
    severity: alert.Severity,
    check: alert.Check,
    message: alert.Message,
    match: alert.Match,
    link: alert.Link,
    suggestions: alert.Suggestions,
    action: { name: alert.Action.Name, params: alert.Action.Params },
  };
}
