import jsonPointer from 'json-pointer'

/** Something wrong with an input, and where: `path` is a JSON Pointer to the offending member, missing or unknown too. */
export interface Finding {
  readonly path: string
  readonly message: string
}

/** Collects what is wrong with one input. A parser reports into it and returns undefined instead of throwing. */
export class Findings {
  readonly list: Finding[] = []

  add(path: string, message: string): undefined {
    this.list.push({ path, message })
    return undefined
  }
}

/** A JSON Pointer one step below another. */
export function pointerTo(parent: string, key: string | number): string {
  return `${parent}/${jsonPointer.escape(String(key))}`
}
