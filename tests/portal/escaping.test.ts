import fc from 'fast-check'
import { expect, inject, it } from 'vitest'
import { startPayer } from './open-portal.js'
import { type Element, makeSkeleton } from './page-tree.js'
import { portalBenchmark } from './portal-benchmark.js'
import { Visitor } from './visitor.js'

const scale = inject('scale')

/** Texts that break out of text, attributes, tags, comments and style sheets unless they are escaped. */
const breakingOut = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' onfocus='alert(1)' autofocus='",
  '</textarea><form action=//example.org>',
  '</title><base href=//example.org>',
  '</option></select><iframe>',
  '</style><script>',
  '<!--',
  '-->',
  ']]>',
  '&lt;b&gt;',
  '&amp',
  '&#x3c;',
  '`',
  'javascript:alert(1)',
  '\n',
  '\u2028',
  '\u202e',
]

/** None is a valid date, code, number or document type, so that forms reject all of them alike. */
const asEntered = (parts: readonly string[]) =>
  // Browsers replace these characters before anything is escaped.
  `x.ß${parts.join('')}.x`.replaceAll(/[\0\r\f]/g, ' ')

const aHostileText = fc
  .array(
    fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom(...breakingOut) },
      { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 8 }) },
      { weight: 1, arbitrary: fc.string({ unit: 'binary-ascii', maxLength: 4 }) },
    ),
    { minLength: 1, maxLength: 4 },
  )
  .map(asEntered)

/** Only a few at a time, because names have a limited length; each one is tried in every run. */
const everyHostileText = [0, 3, 6, 9, 12, 15].map((start) => asEntered(breakingOut.slice(start, start + 3)))

/** A benchmark whose rows all contain one text. */
function benchmarkSaying(text: string) {
  const row = {
    auth_number: 'PA1',
    patient_member_id: text,
    patient_name: text,
    patient_dob: text,
    procedure_code: text,
    diagnosis_codes: [text],
    provider_npi: text,
    service_date: text,
    clinical_notes: text,
    determination_reason: text,
    missing_documents: [text],
    document_types: [text],
    submitted_at: text,
    history: [{ at: text, event: 'attachment_added', status: 'pending', note: text }],
  }
  const own = { auth_number: 'PA1', [text]: text }
  const rows = {
    patients: [{ member_id: 'M', name: text, plan: text, more: { [text]: [text] } }],
    providers: [{ npi: 'N', name: text, place: text }],
    prior_auth_requests: [
      { ...row, status: 'more_information' },
      { ...row, auth_number: 'PA2', status: 'denied', appeal_status: 'filed' },
    ],
    attachments: [{ ...own, attachment_id: 'D', document_type: text, file_name: text, received_at: text, size: 1 }],
    appeals: [{ ...own, appeal_id: 'A', status: text, reason: text, determination_reason: text, filed_at: text }],
    peer_to_peer_requests: [
      { ...own, peer_to_peer_id: 'P', status: text, contact_name: text, contact_phone: text, preferred_times: [text] },
    ],
  }
  const [payer] = portalBenchmark.environment.simulators
  if (payer === undefined) throw new Error('There is a payer.')
  return {
    ...portalBenchmark,
    environment: {
      ...portalBenchmark.environment,
      simulators: [payer],
      datasets: [{ type: 'Portal' as const, name: 'Members', config: { rows } }],
    },
  }
}

/** Every page, with the text seeded into its rows, and entered in its URLs and forms. */
async function pagesSaying(text: string) {
  const payer = await startPayer(benchmarkSaying(text))
  const base = `/portals/${payer.sandboxId}`
  const visitor = new Visitor(payer.service)
  const enc = encodeURIComponent(text)
  const fields = ['patient_member_id', 'patient_name', 'patient_dob', 'procedure_code', 'status', 'auth_number']
  const query = fields.map((name) => `${name}=${enc}`).join('&')
  const shown = new Map<string, readonly Element[]>()
  const see = async (name: string, page: Promise<{ readonly elements: readonly Element[] }>) => {
    shown.set(name, (await page).elements)
  }
  await see('a wrong login', visitor.signIn(base, text, text))
  await visitor.signIn(base, payer.username, payer.password)
  for (const path of [
    '/',
    '/eligibility?name=x',
    `/eligibility?name=${enc}`,
    `/providers?npi=N`,
    `/providers?npi=${enc}`,
    '/prior-auths',
    `/prior-auths?${query}`,
    `/prior-auths?cursor=${enc}`,
    `/new-prior-auth?${query}`,
    '/prior-auths/PA1',
    '/prior-auths/PA2',
    `/prior-auths/PA1?done=${enc}`,
    `/prior-auths/${enc}`,
    `/${enc}`,
    '/prior-auths/PA1/resubmission',
    '/prior-auths/PA1/attachments',
    '/prior-auths/PA1/peer-to-peer',
    '/prior-auths/PA2/appeals',
  ]) {
    await see(path.replaceAll(enc, '…'), visitor.get(base + path))
  }
  const filled = {
    ...Object.fromEntries(fields.map((name) => [`/${name}`, text])),
    '/attachments/0/document_type': text,
    '/attachments/0/text': text,
    '/document_type': text,
    '/text': text,
    '/contact_name': text,
    '/contact_phone': text,
    '/notes': text,
    '/clinical_notes': text,
  }
  const form = await visitor.get(`${base}/new-prior-auth`)
  await see('a wrong request', visitor.submit(form, `${base}/prior-auths`, filled))
  for (const action of ['resubmission', 'attachments', 'peer-to-peer']) {
    const page = await visitor.get(`${base}/prior-auths/PA1/${action}`)
    await see(`a wrong ${action}`, visitor.submit(page, `${base}/prior-auths/PA1/${action}`, filled))
  }
  return shown
}

it('a seeded or entered text remains text in every page [browser.escaped]', async () => {
  await fc.assert(
    fc.asyncProperty(aHostileText, async (text) => {
      // Of the same length and lines, which pages show by.
      const plain = await pagesSaying(text.replaceAll(/[^\nx.]/gu, 'ß'))
      expect(plain.size).toBe(23)
      for (const [name, elements] of await pagesSaying(text)) {
        expect([name, ...makeSkeleton(elements)]).toEqual([name, ...makeSkeleton(plain.get(name) ?? [])])
        for (const { attributes } of elements) {
          const places = [attributes.href, attributes.action].filter((place) => place !== undefined)
          const foreign = places.filter((place) => !/^(\/portals\/|#[\w/-]+$)/.test(place))
          expect([name, foreign]).toEqual([name, []])
        }
      }
    }),
    { numRuns: 3 * scale, examples: everyHostileText.map((text) => [text]) },
  )
})
