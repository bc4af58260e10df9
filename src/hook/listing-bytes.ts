import type { ScopeProblem } from "../base/problem.ts";
import { success, type Result } from "../base/result.ts";
import type { GitListing } from "../scope/listing.ts";

/** A listing under way as a look wants it: the bytes alone. Folders that could not be looked into go to `unreadable`. */
export function listingBytes(
  started: Pick<GitListing, "done">,
  unreadable: ScopeProblem[],
): { done(): Promise<Result<Buffer>> } {
  return {
    done: async () => {
      const listed = await started.done();
      if (!listed.ok) return listed;
      unreadable.push(...listed.value.unreadable);
      return success(listed.value.bytes);
    },
  };
}
