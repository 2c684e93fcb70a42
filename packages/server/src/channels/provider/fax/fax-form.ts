import { isJsonObject } from '@carebench/protocol'
import type { ProviderAnswer, ProviderRequest } from '../provider-api.js'
import { faxError, faxRefusal } from './fax-error.js'

/** The parts of a fax. */
export interface FaxForm {
  readonly to: string
  readonly documentType: string
  readonly media: Media
}

/** A document and its type. */
export interface Media {
  readonly type: string
  readonly base64: string
}

type Fields = ReadonlyMap<string, string | File>

/** Reads the body of a request that sends a fax: JSON, or a form with the document as a file. */
export async function readFaxForm(request: ProviderRequest): Promise<FaxForm | { readonly refusal: ProviderAnswer }> {
  const read = await readFields(request)
  if ('refusal' in read) return read
  const { fields } = read
  const textOf = (name: string) => {
    const value = fields.get(name)
    return typeof value === 'string' ? value : ''
  }
  for (const name of ['to', 'from']) {
    if (textOf(name) === '') return missing(name, `${name} must be given: a telephone number, such as +15550100142.`)
  }
  const media = await readMedia(fields)
  if ('refusal' in media) return media
  return { to: textOf('to'), documentType: textOf('document_type') || 'other', media }
}

/** Reads the members of a JSON object that are texts, or the parts of a form, which are texts or files. */
async function readFields({
  contentType,
  body,
}: ProviderRequest): Promise<{ readonly fields: Fields } | { readonly refusal: ProviderAnswer }> {
  const type = (contentType.split(';', 1)[0] ?? '').trim().toLowerCase()
  if (type === 'multipart/form-data') {
    try {
      const form = await new Response(body, { headers: { 'content-type': contentType } }).formData()
      const fields: Fields = new Map(form)
      const repeated = [...form.keys()].length > fields.size
      return repeated
        ? { refusal: faxError('10015', 'Each part of the form must have a name of its own.') }
        : { fields }
    } catch {
      return { refusal: faxError('10015', 'The body must be multipart/form-data with the boundary of its header.') }
    }
  }
  if (type !== 'application/json') {
    const message = 'The body must be application/json, or multipart/form-data with the document as the file contents.'
    return { refusal: faxRefusal({ status: 415, message }) }
  }
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
    if (isJsonObject(value)) {
      const texts = Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
      return { fields: new Map(texts) }
    }
  } catch {}
  return {
    refusal: faxError('10015', 'The body must be a JSON object: {"to":"+15550100142","from":"…","media_url":"…"}.'),
  }
}

async function readMedia(fields: Fields): Promise<Media | { readonly refusal: ProviderAnswer }> {
  const { contents, media_url: url, media_name: name } = Object.fromEntries(fields)
  if (name !== undefined) return invalid('media_name', 'media_name is not offered: nothing is uploaded beforehand.')
  if (contents !== undefined && url !== undefined) return invalid('media_url', 'Give media_url or contents, not both.')
  if (contents instanceof File) {
    const base64 = Buffer.from(await contents.arrayBuffer()).toString('base64')
    return { type: typeOfFile(contents), base64 }
  }
  if (typeof url !== 'string')
    return missing('media_url', 'media_url must be given, or the document as the file contents.')
  const media = readDataUrl(url)
  if (media !== undefined) return media
  const example = 'data:application/pdf;base64,…'
  return invalid('media_url', `media_url must be a data: URL, such as ${example}: this service fetches nothing.`)
}

/** Returns the type of an uploaded file; clients that do not know it send none, or `application/octet-stream`. */
function typeOfFile({ type, name }: File): string {
  if (type !== '' && type !== 'application/octet-stream') return type
  return name.toLowerCase().endsWith('.pdf') ? 'application/pdf' : 'text/plain'
}

/** Parses a `data:` URL (RFC 2397); undefined for any other text. */
function readDataUrl(url: string): Media | undefined {
  const [, head, data = ''] = /^data:([^,]*),(.*)$/is.exec(url) ?? []
  if (head === undefined) return undefined
  const [type = '', ...parameters] = head.split(';')
  const isBase64 = parameters.at(-1)?.trim().toLowerCase() === 'base64'
  try {
    const text = decodeURIComponent(data)
    return { type: type.trim() || 'text/plain', base64: isBase64 ? text : Buffer.from(text).toString('base64') }
  } catch {
    return undefined
  }
}

function missing(name: string, detail: string): { readonly refusal: ProviderAnswer } {
  return { refusal: faxError('10004', detail, { pointer: `/${name}` }) }
}

function invalid(name: string, detail: string): { readonly refusal: ProviderAnswer } {
  return { refusal: faxError('10015', detail, { pointer: `/${name}` }) }
}
