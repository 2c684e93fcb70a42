/** Returns a name, with `-again` appended until it is not taken. */
export function freeName(name: string, isTaken: (name: string) => boolean): string {
  return isTaken(name) ? freeName(`${name}-again`, isTaken) : name
}
