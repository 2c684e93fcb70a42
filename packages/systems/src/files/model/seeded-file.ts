import { finish, type JsonValue, type Steps } from '@carebench/protocol'
import { isJsonObject } from '@carebench/protocol/wire'
import { show } from '../../json-shape.js'
import { bytesFromText, measureContentInSteps, readBase64 } from './file-content.js'
import { findRoot, readPath } from './file-path.js'
import type { StoredFile } from './file-tree.js'
import { chooseMediaType, readMediaType } from './media-type.js'

/**
 * Reads an initial file: `{path, content | content_base64, media_type?}`.
 *
 * A path that does not begin with a top-level folder is below `inbox`. Throws an Error that says what is wrong.
 */
export function readSeededFile(value: JsonValue, at: string): StoredFile {
  return finish(readSeededFileInSteps(value, at))
}

/** {@link readSeededFile} in steps: one file can have many megabytes. */
function* readSeededFileInSteps(value: JsonValue, at: string): Steps<StoredFile> {
  if (!isJsonObject(value)) throw new Error(`A file must be an object with "path" and "content", got ${show(value)}.`)
  const { path, content, content_base64: base64, media_type: stated } = value
  if (typeof path !== 'string') throw new Error(`"path" must be text such as "inbox/lab.csv", got ${show(path)}.`)
  const reading = readPath(findRoot(path) === undefined ? `inbox/${path}` : path)
  if ('fault' in reading) throw new Error(`"path" is invalid: ${reading.fault}`)
  if (findRoot(reading.path) === reading.path) throw new Error(`"path" must name a file, got the folder ${show(path)}.`)
  if (stated !== undefined && (typeof stated !== 'string' || readMediaType(stated) === undefined)) {
    throw new Error(`"media_type" must be a media type such as "text/csv", got ${show(stated)}.`)
  }
  return {
    path: reading.path,
    media_type: stated === undefined ? chooseMediaType(path, undefined) : (readMediaType(stated) ?? ''),
    modified_at: at,
    seeded: true,
    ...(yield* measureContentInSteps(readBytes(content, base64))),
  }
}

/** Reads the files of a dataset's config, in steps. Throws an Error that names the location of the invalid file. */
export function* readSeededFiles(config: JsonValue, place: string, at: string): Steps<StoredFile[]> {
  const files = isJsonObject(config) ? config.files : undefined
  if (!isArray(files)) {
    throw new Error(`${place}: expected {"files":[{"path":"inbox/lab.csv","content":"…"}]}, got ${show(config)}.`)
  }
  const read: StoredFile[] = []
  for (const [index, file] of files.entries()) {
    yield
    try {
      read.push(yield* readSeededFileInSteps(file, at))
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      throw new Error(`${place}.files[${index}]: ${reason}`, { cause: error })
    }
  }
  return read
}

function readBytes(content: JsonValue | undefined, base64: JsonValue | undefined): Uint8Array {
  const bytes =
    typeof content === 'string' && base64 === undefined
      ? bytesFromText(content)
      : typeof base64 === 'string' && content === undefined
        ? readBase64(base64)
        : undefined
  if (bytes !== undefined) return bytes
  throw new Error(
    `A file needs either "content", text, or "content_base64", base64; got ${show(content)} and ${show(base64)}.`,
  )
}

function isArray(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value)
}
