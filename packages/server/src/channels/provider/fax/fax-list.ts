import type { JsonObject } from '@carebench/protocol'
import type { ProviderAccount, ProviderAnswer } from '../provider-api.js'
import { askSystem, readPage } from '../system-answer.js'
import { faxError, faxRefusal } from './fax-error.js'
import { faxResource } from './fax-resource.js'

const pageSizes = { default: 20, max: 100 }
/** Maximum number of faxes that numbered pages cover. */
const maxCounted = 10_000

/** The system's filter for each filter of fax providers. */
const filters: Readonly<Record<string, string>> = {
  'filter[direction]': 'direction',
  'filter[direction][eq]': 'direction',
  'filter[from]': 'from_number',
  'filter[from][eq]': 'from_number',
  'filter[to]': 'to_number',
  'filter[to][eq]': 'to_number',
}

/**
 * Lists a numbered page of faxes. Only the page itself is read as the agent; finding it and counting all faxes is not
 * logged.
 */
export async function listFaxes(query: URLSearchParams, account: ProviderAccount): Promise<ProviderAnswer> {
  const asked: Record<string, string> = {}
  let number = 1
  let size = pageSizes.default
  for (const [name, value] of query) {
    const filter = Object.hasOwn(filters, name) ? filters[name] : undefined
    const isCount = /^[1-9]\d{0,5}$/.test(value)
    if (filter !== undefined) asked[filter] = value
    else if (name === 'page[number]' && isCount) number = Number(value)
    else if (name === 'page[size]' && isCount) size = Math.min(Number(value), pageSizes.max)
    else {
      const known = `${Object.keys(filters).join(', ')}, and page[number] and page[size] from 1`
      return faxError('10015', `Lists have no parameter ${name}=${value}; possible: ${known}.`, { parameter: name })
    }
  }
  const skipped = (number - 1) * size
  const counted = await countFaxes(asked, skipped, account)
  if ('status' in counted) return counted
  const { total, cursor } = counted
  let data: readonly JsonObject[] = []
  if (skipped === 0 || cursor !== undefined) {
    const page = { ...asked, limit: String(size), ...(cursor !== undefined && { cursor }) }
    const found = await askSystem(account.call, { method: 'GET', path: `?${new URLSearchParams(page)}` })
    if (!found.ok) return faxRefusal(found)
    data = readPage(found.value).items
  }
  const meta = {
    total_pages: Math.ceil(total / size),
    total_results: total,
    page_number: number,
    page_size: size,
  }
  return { status: 200, body: { data: data.map((fax) => faxResource(fax, account)), meta } }
}

/** Counts the faxes, and finds the cursor of the page that begins after `skipped` of them, if there is one. */
async function countFaxes(
  asked: Readonly<Record<string, string>>,
  skipped: number,
  { call }: ProviderAccount,
): Promise<{ readonly total: number; readonly cursor: string | undefined } | ProviderAnswer> {
  let total = 0
  let cursor: string | undefined
  let next: string | null = null
  do {
    // No step goes past the beginning of the page.
    const limit = total < skipped ? Math.min(100, skipped - total) : 100
    const page = { ...asked, limit: String(limit), ...(next !== null && { cursor: next }) }
    const found = await askSystem(call, { method: 'GET', path: `?${new URLSearchParams(page)}`, looks: true })
    if (!found.ok) return faxRefusal(found)
    const { items, next: following } = readPage(found.value)
    total += items.length
    next = following
    if (total === skipped && next !== null) cursor = next
  } while (next !== null && total < maxCounted)
  return { total, cursor }
}
