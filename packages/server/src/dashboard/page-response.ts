import type { Steps } from '@carebench/protocol'
import type { ServiceResponse } from '@carebench/service'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { base64 } from '@scure/base'
import { isShared, layOut, type PageFiles, type Reader } from './layout.js'
import { script, taskScript } from './script.js'
import { style } from './style.js'
import type { Page } from './visit.js'

/** A file that pages load. */
export interface PageFile {
  readonly mediaType: string
  readonly text: string
}

/**
 * Pages are not cached or framed, and other sites get no referrer. Not `no-referrer`: with it, browsers send `Origin:
 * null` even with the forms of these pages, and browsers without `Sec-Fetch-Site` could not sign in.
 */
export const commonHeaders = {
  'cache-control': 'no-store',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
}

/**
 * Anyone with the address of a shared report can read it, so browsers send it to no other site, and search engines do
 * not list it.
 */
const sharedHeaders = { 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex, nofollow' }

/** Names the files of the pages; `files` is by path. */
export function nameFiles(): { readonly files: ReadonlyMap<string, PageFile>; readonly pageFiles: PageFiles } {
  const files = new Map<string, PageFile>()
  const add = (name: string, ending: 'css' | 'js', text: string): string => {
    const path = `/dashboard/${name}-${bytesToHex(sha256(utf8ToBytes(text))).slice(0, 12)}.${ending}`
    files.set(path, {
      mediaType: ending === 'css' ? 'text/css; charset=utf-8' : 'text/javascript; charset=utf-8',
      text,
    })
    return path
  }
  const pageFiles = {
    style: add('style', 'css', style),
    script: add('script', 'js', script),
    taskScript: add('task', 'js', taskScript),
  }
  return { files, pageFiles }
}

export function fileResponse({ mediaType, text }: PageFile): ServiceResponse {
  return {
    status: 200,
    headers: {
      ...commonHeaders,
      'content-type': mediaType,
      'cache-control': 'private, max-age=31536000, immutable',
    },
    body: text,
  }
}

export function redirect(location: string, cookie?: string): ServiceResponse {
  return { status: 303, headers: { ...commonHeaders, location, ...(cookie && { 'set-cookie': cookie }) }, body: null }
}

/** Returns, in steps, a page with headers under which it runs no script but its own. */
export function* pageResponse(
  page: Page,
  reader: Reader,
  files: PageFiles,
  headers: ServiceResponse['headers'],
): Steps<ServiceResponse> {
  const nonce = base64.encode(crypto.getRandomValues(new Uint8Array(16)))
  return {
    status: page.status ?? 200,
    headers: {
      ...commonHeaders,
      ...(isShared(reader) && sharedHeaders),
      ...headers,
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy':
        `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'self'; img-src 'self' data:; connect-src ` +
        `'self'; form-action ${isShared(reader) ? "'none'" : "'self'"}; base-uri 'none'; frame-ancestors 'none'`,
    },
    body: yield* layOut(page, reader, files, nonce),
  }
}
