/** The end of the help of commands that take a record. */
export const recordHelp = `
A record comes from a server, with an organization key:
  curl --cacert "$CAREBENCH_CA" -H "Authorization: Bearer $CAREBENCH_ORGANIZATION_KEY" \\
    "$CAREBENCH_URL/benchmark-runs/run_…/record" > record.json

Exit codes:
  0  nothing differs
  1  the record was changed, or something differs
  2  usage error, or a file cannot be read or is no such record`
