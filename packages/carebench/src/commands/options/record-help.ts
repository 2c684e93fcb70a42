/** The end of the help of commands that take a record. */
export const recordHelp = `
A record comes from a server, with an organization key:
  curl --cacert "$CAREBENCH_CA" -H "Authorization: Bearer $CAREBENCH_ORGANIZATION_KEY" \\
    "$CAREBENCH_URL/benchmark-runs/run_…/record" > record.json

Exit codes:
  0  nothing differs
  1  the record was changed, or something differs
  2  usage error, or a file cannot be read or is not such a record`

/** The help of the option `--base`, which can be repeated. */
export const baseHelp =
  'the environment that a record names by digest, as GET /benchmarks/{id}/versions/{version}/base returns it, or a ' +
  'folder of them; can be repeated'

export function addBase(file: string, files: readonly string[] = []): readonly string[] {
  return [...files, file]
}
