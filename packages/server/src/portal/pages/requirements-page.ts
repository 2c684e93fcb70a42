import { isJsonObject, type JsonObject } from '@carebench/protocol'
import type { PortalAnswer, PortalVisit } from '@carebench/service'
import { type Markup, markup } from '../../site/markup.js'
import { emptyFilling, inputField } from '../fields.js'
import { questionsOf, type Requirements, readRequirements } from '../form/answer-fields.js'
import { layOut } from '../layout.js'
import { textOf, textsOf } from '../reply-row.js'
import { sentence } from '../wording.js'
import { queryFrom } from './paging.js'

const fields = [
  { name: 'procedure_code', label: 'Procedure code', hint: 'CPT or HCPCS, for example 72148 or E0601' },
  { name: 'patient_member_id', label: 'Member ID', hint: 'What the plan knows already is left out', optional: true },
  { name: 'diagnosis_codes', label: 'Diagnosis codes', hint: 'ICD-10-CM, separated by commas', optional: true },
] as const

/** Shows whether a service needs an authorization, and what the plan asks about it. */
export async function showRequirements({ place, query, call }: PortalVisit): Promise<PortalAnswer> {
  const asked = queryFrom(
    query,
    fields.map(({ name }) => name),
  )
  const filling = { ...emptyFilling, value: (name: string) => asked.get(name) ?? '' }
  const requirements = await readRequirements(call, filling.value)
  return {
    status: 200,
    html: layOut(
      place,
      { title: 'Requirements', section: 'requirements' },
      markup`<div class="head"><div><h1>Requirements</h1>
<p class="lead">Whether a service needs an authorization, and what the plan asks.</p></div></div>
<form class="card" method="get" action="${place.base}/requirements" role="search"><div class="filters">
${fields.map((field) => inputField(field, filling))}
<div class="actions"><button class="button">Look up</button></div></div></form>
${requirements !== undefined && requirementsCard(requirements, `${place.base}/new-prior-auth?${asked}`)}`,
    ),
  }
}

const headlines: Readonly<Record<string, string>> = {
  true: 'An authorization is required',
  false: 'No authorization is required',
  null: 'An authorization may be required, depending on the answers',
}

function requirementsCard(requirements: Requirements, href: string): Markup {
  const { policy, requires_authorization: isRequired = null } = requirements
  const about = isJsonObject(policy) ? policy : undefined
  return markup`<section class="card" aria-labelledby="found"><h2 id="found">${headlines[String(isRequired)]}</h2>
${about !== undefined && markup`<p class="soft">${policyText(about)}</p>`}
${listed('Documents to attach', textsOf(requirements, 'documents').map(sentence))}
${listed(
  'Questions to answer',
  questionsOf(requirements).map((one) => textOf(one, 'question')),
)}
${isRequired !== false && markup`<p class="actions">${requestLink(href)}</p>`}</section>`
}

function listed(title: string, lines: readonly string[]): Markup | null {
  if (lines.length === 0) return null
  return markup`<h3>${title}</h3><ul>${lines.map((line) => markup`<li>${line}</li>`)}</ul>`
}

function policyText(policy: JsonObject): string {
  return `${textOf(policy, 'title')} · policy ${textOf(policy, 'id')}, version ${textOf(policy, 'version')}`
}

function requestLink(href: string): Markup {
  return markup`<a class="button" href="${href}">Request an authorization</a>`
}
