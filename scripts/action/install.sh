#!/usr/bin/env bash
# First step of the action: valehook from npm into a folder of its own, and Vale by Go where none is on PATH.
set -euo pipefail

own_version=$(node -p 'require(process.argv[1]).version' "$GITHUB_ACTION_PATH/package.json")
wanted=${VALEHOOK_INPUT_VERSION:-$own_version}
folder=$RUNNER_TEMP/valehook

mkdir -p "$folder"
echo '{ "private": true }' >"$folder/package.json"
npm install --prefix "$folder" --no-audit --no-fund --loglevel error "valehook@$wanted"
echo "$folder/node_modules/.bin" >>"$GITHUB_PATH"

if command -v vale >/dev/null; then
  echo "Vale is on PATH: $(vale --version)"
else
  # Go checks what it downloads against its checksum database.
  GOBIN=$folder/bin go install "github.com/vale-cli/vale/v3/cmd/vale@v$VALEHOOK_INPUT_VALE_VERSION"
  echo "$folder/bin" >>"$GITHUB_PATH"
fi
