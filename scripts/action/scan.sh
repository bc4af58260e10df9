#!/usr/bin/env bash
# Second step of the action: annotations, a SARIF file if one is asked for, and the outputs.
set -euo pipefail

# The commit that a pull request is compared with. GitHub checks out the merge of the pull request into its base, whose
# first parent is that base; only there is HEAD^1 right. In a shallow clone it has to be fetched first.
base_of_pull_request() {
  if [[ ${GITHUB_REF:-} == refs/pull/*/merge && $(git rev-parse HEAD) == "${GITHUB_SHA:-}" ]]; then
    if ! git rev-parse --quiet --verify 'HEAD^1' >/dev/null; then
      git fetch --quiet --no-tags --depth=2 origin "$GITHUB_SHA" >&2
    fi
    git rev-parse 'HEAD^1'
  else
    echo "origin/$GITHUB_BASE_REF"
  fi
}

arguments=(--fail-on "${VALEHOOK_INPUT_FAIL_ON:-suggestion}" --min-level "${VALEHOOK_INPUT_MIN_LEVEL:-suggestion}" --progress never)
if [[ ${VALEHOOK_INPUT_FILES:-changed} == changed && -n ${GITHUB_BASE_REF:-} ]]; then
  base=$(base_of_pull_request)
  arguments+=(--since "$base" --report "${VALEHOOK_INPUT_REPORT:-new}")
fi
if [[ -n ${VALEHOOK_INPUT_CONFIG:-} ]]; then arguments+=(--config "$VALEHOOK_INPUT_CONFIG"); fi

if [[ ${VALEHOOK_INPUT_SYNC:-false} == true ]]; then vale sync; fi

if [[ -n ${VALEHOOK_INPUT_SARIF_FILE:-} ]]; then
  valehook scan "${arguments[@]}" --format sarif --output "$VALEHOOK_INPUT_SARIF_FILE" ||
    [[ -f $VALEHOOK_INPUT_SARIF_FILE ]]
fi

report=$RUNNER_TEMP/valehook-report.json
rm -f "$report"
valehook scan "${arguments[@]}" --format json --output "$report" || [[ -f $report ]]
node -e '
  const { status, summary } = JSON.parse(require("fs").readFileSync(process.argv[1], "utf8"));
  process.stdout.write(`status=${status}\nfindings=${summary.findings}\n`);
' "$report" >>"$GITHUB_OUTPUT"

exec valehook scan "${arguments[@]}" --format github
