import { type Finding, isJsonObject, type JsonObject, type JsonValue, limits } from '@carebench/protocol'

/** A dataset to create. */
export interface WrittenDataset {
  readonly type: string
  readonly name: string
  readonly description?: string | null
  readonly config: JsonValue
}

/**
 * A part of a dataset that is too large for one request. Each part but the first has the one before it as its parent.
 */
export interface DatasetPart {
  readonly body: WrittenDataset
  /** Converts a finding in this part to one in the whole dataset. */
  locate(finding: Finding): Finding
}

/**
 * Returns the dataset in parts of at most half of `most`, in order: entries of a later part override equal ones of an
 * earlier part, as later entries do. One part if it fits into a request, and for data that cannot be divided: a
 * transaction or batch, whose entries depend on each other, rows of a portal, and data with an entry that does not fit
 * by itself.
 *
 * @param most - maximum bytes of JSON in one request; default: `limits.largeBody`
 */
export function datasetParts(dataset: WrittenDataset, most: number = limits.largeBody): readonly DatasetPart[] {
  const whole = [{ body: dataset, locate: (finding: Finding) => finding }]
  const divided = listEntries(dataset.config)
  if (divided === undefined || countBytes(dataset) <= most) return whole
  const { entries, pointer, withEntries } = divided
  // A request may have a limited number of values too: parts of half the size stay below it.
  const room = most / 2 - countBytes({ ...dataset, config: withEntries([]) })
  const chunks: JsonValue[][] = []
  let left = 0
  for (const entry of entries) {
    // With the comma.
    const size = countBytes(entry) + 1
    if (size > room) return whole
    if (chunks.length === 0 || size > left) {
      chunks.push([])
      left = room
    }
    chunks.at(-1)?.push(entry)
    left -= size
  }
  let offset = 0
  return chunks.map((chunk, index) => {
    const first = offset
    offset += chunk.length
    const name = `${dataset.name.slice(0, 170)} (${index + 1} of ${chunks.length})`
    return {
      body: { ...dataset, name, config: withEntries(chunk) },
      locate: ({ path, message }) => ({ path: moved(path, pointer, first), message }),
    }
  })
}

interface DividedConfig {
  readonly entries: readonly JsonValue[]
  /** The place of the entries in the dataset. */
  readonly pointer: string
  withEntries(entries: readonly JsonValue[]): JsonObject
}

function listEntries(config: JsonValue): DividedConfig | undefined {
  if (!isJsonObject(config)) return undefined
  const { bundle } = config
  if (isJsonObject(bundle)) {
    const { entry, type } = bundle
    if (!Array.isArray(entry) || type === 'transaction' || type === 'batch') return undefined
    return {
      entries: entry,
      pointer: '/config/bundle/entry/',
      withEntries: (part) => ({ ...config, bundle: { ...bundle, entry: part } }),
    }
  }
  const lists = Object.entries(config).flatMap(([name, list]) => (Array.isArray(list) ? [{ name, list }] : []))
  const [only, ...others] = lists
  if (only === undefined || others.length > 0) return undefined
  const { name, list } = only
  return { entries: list, pointer: `/config/${name}/`, withEntries: (part) => ({ ...config, [name]: part }) }
}

/** Converts a pointer into a part to a pointer into the whole dataset. */
function moved(path: string, pointer: string, by: number): string {
  if (!path.startsWith(pointer)) return path
  const [index = '', ...rest] = path.slice(pointer.length).split('/')
  return [`${pointer}${Number(index) + by}`, ...rest].join('/')
}

function countBytes(value: unknown): number {
  return new TextEncoder().encode(JSON.stringify(value)).byteLength
}
