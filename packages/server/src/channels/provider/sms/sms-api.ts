import type { JsonObject } from '@carebench/protocol'
import { basicCredentials } from '../basic-credentials.js'
import { idNamed } from '../outside-id.js'
import type { ProviderAccount, ProviderAnswer, ProviderApi, ProviderRequest } from '../provider-api.js'
import { askSystem, readPage, sendToSystem } from '../system-answer.js'
import { smsError, smsRefusal } from './sms-error.js'
import { accountPath, smsRow, smsVersion } from './sms-row.js'

/** Maximum length of a text message at SMS providers, in characters. */
const maxSmsLength = 1_600
/** The default and the maximum number of items on a page. */
const pageSizes = { default: 50, max: 100 }

/** Parameters that would change the message or its time of sending, and are not supported. */
const refusedOnSend = ['MediaUrl', 'ContentSid', 'ContentVariables', 'SendAt', 'ScheduleType', 'PersistentAction']
const listParameters = ['To', 'From', 'PageSize', 'Page', 'PageToken']

/**
 * The text messages of a sandbox as an API that real SMS providers commonly have: forms in, JSON out, Basic
 * authentication, and an account in each path. It makes the calls of the group `messages` on the channel `sms`.
 */
export const smsApi: ProviderApi = {
  kind: 'sms-api',
  prefix: `/${smsVersion}/`,
  base: '',
  credentialsOf(authorization) {
    const given = basicCredentials(authorization)
    return given && { ...given, name: given.name.replace(/^AC/, '') }
  },
  credentialsFor: (account, password) => ({ username: `AC${account}`, password }),
  refuse(refusal, message) {
    const codes = { unauthorized: 20003, 'rate-limited': 20429, 'too-large': 20413 } as const
    return smsError(codes[refusal], message)
  },
  async answer(request, account) {
    const sid = `AC${account.name}`
    const { method, path } = request
    const below = path.startsWith(accountPath(sid)) ? path.slice(accountPath(sid).length) : ''
    const [matched, item] = /^\/Messages(?:\/(SM[0-9a-f]{32}|msg_[0-9a-z]+))?\.json$/.exec(below) ?? []
    if (matched === undefined) {
      return smsError(20404, `There is nothing at ${path}; the account of these credentials is ${sid}.`)
    }
    if (item !== undefined) return method === 'GET' ? readSms(item, account) : wrongMethod(method, 'GET')
    if (method === 'POST') return sendSms(request, account)
    return method === 'GET' ? listSms(request, account) : wrongMethod(method, 'GET, POST')
  },
}

function wrongMethod(method: string, allow: string): ProviderAnswer {
  const error = smsError(20004, `${method} is not possible here; possible: ${allow}.`)
  return { ...error, headers: { allow } }
}

async function sendSms({ contentType, body }: ProviderRequest, account: ProviderAccount): Promise<ProviderAnswer> {
  if (!/^application\/x-www-form-urlencoded(?:;|$)/i.test(contentType.trim())) {
    return smsError(
      20415,
      'The body must be application/x-www-form-urlencoded, for example To=%2B15550100142&Body=Hello.',
    )
  }
  const form = new URLSearchParams(new TextDecoder().decode(body))
  const repeated = repeatedIn(form.keys())
  if (repeated !== undefined) return smsError(20001, `${repeated} must be given once.`)
  const refused = refusedOnSend.find((name) => form.has(name))
  if (refused !== undefined) return smsError(20001, `${refused} is not offered: messages are text, and go out at once.`)
  const { To: to = '', From: from = '', MessagingServiceSid: service = '', Body: text = '' } = Object.fromEntries(form)
  if (to === '') return smsError(21604, 'To must be given: the telephone number of the recipient.')
  if (from === '' && service === '') return smsError(21603, 'From must be given: the telephone number of the sender.')
  if (text === '') return smsError(21602, 'Body must be given: the text of the message.')
  const length = [...text].length
  if (length > maxSmsLength) return smsError(21617, `Body must have at most ${maxSmsLength} characters, got ${length}.`)
  const sent = await sendToSystem(account.call, { channel: 'sms', to, body: text })
  if (sent.ok) return { status: 201, body: smsRow(sent.value, `AC${account.name}`) }
  // All other reasons for a rejection by the system are checked above.
  if (sent.status === 400) return smsError(21211, sent.message.replace(/^to\b/, 'To'))
  return smsRefusal(sent)
}

/** Returns the first repeated name, quickly even for a million names. */
function repeatedIn(names: Iterable<string>): string | undefined {
  const seen = new Set<string>()
  for (const name of names) {
    if (seen.has(name)) return name
    seen.add(name)
  }
  return undefined
}

async function readSms(sid: string, { call, name }: ProviderAccount): Promise<ProviderAnswer> {
  const unknown = smsError(20404, `There is no message ${sid}.`)
  const id = idNamed('msg_', sid.replace(/^SM/, ''))
  if (id === undefined) return unknown
  const found = await askSystem(call, { method: 'GET', path: id })
  if (!found.ok) return found.status === 404 ? unknown : smsRefusal(found)
  return found.value.channel === 'sms' ? { status: 200, body: smsRow(found.value, `AC${name}`) } : unknown
}

async function listSms({ query }: ProviderRequest, { call, name }: ProviderAccount): Promise<ProviderAnswer> {
  const foreign = [...query.keys()].find((key) => !listParameters.includes(key))
  if (foreign !== undefined) {
    return smsError(20001, `Lists have no filter ${foreign}; possible: ${listParameters.join(', ')}.`)
  }
  const {
    To: to = '',
    From: from = '',
    PageSize: size = String(pageSizes.default),
    Page: page = '0',
    PageToken: token,
  } = Object.fromEntries(query)
  if (!/^[1-9]\d{0,5}$/.test(size)) return smsError(20001, `PageSize must be an integer from 1 to ${pageSizes.max}.`)
  if (!/^\d{1,9}$/.test(page)) return smsError(20001, 'Page must be an integer from 0.')
  if (page !== '0' && token === undefined) {
    return smsError(20001, 'Page alone leads nowhere: follow next_page_uri, which has the PageToken.')
  }
  const limit = Math.min(Number(size), pageSizes.max)
  const asked = new URLSearchParams({
    channel: 'sms',
    limit: String(limit),
    ...(to !== '' && { to }),
    ...(from !== '' && { from }),
    ...(token !== undefined && { cursor: token }),
  })
  const found = await askSystem(call, { method: 'GET', path: `?${asked}` })
  if (!found.ok) return found.status === 400 ? smsError(20001, found.message) : smsRefusal(found)
  const { items, next } = readPage(found.value)
  const account = `AC${name}`
  const uriOf = (number: number, cursor?: string) => {
    const parameters = { ...(to !== '' && { To: to }), ...(from !== '' && { From: from }), PageSize: String(limit) }
    const more = { Page: String(number), ...(cursor !== undefined && { PageToken: cursor }) }
    return `${accountPath(account)}/Messages.json?${new URLSearchParams({ ...parameters, ...more })}`
  }
  const number = Number(page)
  const start = number * limit
  const body: JsonObject = {
    messages: items.map((item) => smsRow(item, account)),
    page: number,
    page_size: limit,
    start,
    end: Math.max(start, start + items.length - 1),
    uri: uriOf(number, token),
    first_page_uri: uriOf(0),
    next_page_uri: next === null ? null : uriOf(number + 1, next),
    previous_page_uri: null,
  }
  return { status: 200, body }
}
