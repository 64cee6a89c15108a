#!/usr/bin/env bash
# What action.yml runs. Everything comes by the environment, so that nothing of it is taken for a command.
set -u
words=(project "${PROJECT:-.}" --state .assay-state --github --json assay.json --sarif assay.sarif --html assay.html)
[ -n "${BASELINE:-}" ] && words+=(--baseline "$BASELINE")
[ -n "${CONFIG:-}" ] && words+=(--config "$CONFIG")
[ -n "${FAIL_ON:-}" ] && words+=(--fail-on "$FAIL_ON")
read -r -a more <<<"${OPTIONS:-}"
"${ASSAY:-assay}" "${words[@]}" "${more[@]}"
status=$?
[ -n "${GITHUB_OUTPUT:-}" ] && echo "status=$status" >>"$GITHUB_OUTPUT"
[ "$status" -eq 2 ] && [ "${FAIL_ON_UNKNOWN:-false}" != true ] && status=0
exit "$status"
