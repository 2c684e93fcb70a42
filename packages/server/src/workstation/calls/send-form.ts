import type { CallDescription } from '@carebench/protocol'
import { type Inside, type Markup, markup } from '../../site/markup.js'
import { isLongForm } from '../forms/schema-fields.js'
import { type SentFields, showControl, showFields, showInput, showTextArea } from '../forms/show-fields.js'
import { csrfField } from '../frame/layout.js'
import { callLabel, toLabel } from '../label.js'
import type { WorkstationVisit } from '../visit.js'
import type { PlacedApp } from '../world.js'
import { type BodyForm, toBodyForm } from './body-form.js'
import { missingParameters, pathParameters, valuesOfCall, writeAction, writePageAddress } from './placed-call.js'
import type { FilledCall } from './record-links.js'
import { stepsForm } from './steps-page.js'

/** Shows the form of a call that changes something: for its body, or for the parameters missing in its address. */
export function showSendForm(
  { base, csrf }: Pick<WorkstationVisit, 'base' | 'csrf'>,
  app: PlacedApp,
  { call, values }: FilledCall,
  sent: SentFields,
  as: string | null = null,
  body: BodyForm = toBodyForm(call, as, app.about),
): Markup {
  const missing = missingParameters(call, values)
  if (missing.length > 0) return showNames(base, app, call, missing)
  const isWide = body.kind === 'json' || body.kind === 'text'
  const label = callLabel(app.about, call.name)
  const action = writeAction(base, app, call, { ...valuesOfCall(call, values), '~as': as ?? '' })
  return markup`<form class="panel fields${!isWide && ' narrow'}" aria-label="${label}" method="post" \
enctype="multipart/form-data" action="${action}">${csrfField(csrf)}
${showSearch(call, sent.form)}${showBody(body, sent, call)}${showHeaders(call)}<div class="actions">\
<button class="primary">${label}</button></div></form>`
}

/** Shows links to the other ways to enter the body of a call; null if there are none. */
export function showOtherForms(base: string, app: PlacedApp, { call, values }: FilledCall, as: string | null): Inside {
  const body = toBodyForm(call, as)
  if (body.kind === 'none' || missingParameters(call, values).length > 0) return null
  const others = [
    ...(body.kind === 'fields' && isLongForm(body.fields) ? [[stepsForm, 'Step by step'] as const] : []),
    ...(body.kind === 'fields' ? [['json', 'As JSON'] as const] : []),
    ...Object.keys(call.body ?? {}).flatMap((type) => (type === body.mediaType ? [] : [[type, `As ${type}`] as const])),
  ]
  if (others.length === 0) return null
  return markup`<p class="actions">${others.map(
    ([type, label]) => markup`<a href="${writePageAddress(base, app, call, { ...values, '~as': type })}">${label}</a>`,
  )}</p>`
}

/** Shows the record in the address of a call; null if there is none. */
export function showNamed({ call, values }: FilledCall): Inside {
  const named = pathParameters(call).filter((name) => (values[name] ?? '') !== '')
  if (named.length === 0) return null
  return markup`<p class="lead">${named.map((name) => `${toLabel(name)}: ${values[name] ?? ''}`).join(' · ')}</p>`
}

function showNames(base: string, app: PlacedApp, call: CallDescription, missing: readonly string[]): Markup {
  return markup`<form class="panel fields narrow" method="get" action="${writePageAddress(base, app, call)}">\
${missing.map((name) =>
  showControl({
    name,
    label: toLabel(name),
    hint: call.params?.[name] ?? '',
    control: (attributes) => showInput(attributes, ''),
  }),
)}<div class="actions"><button class="primary">Continue</button></div></form>`
}

/** Shows the search field of a call that acts on the matches. */
function showSearch({ openQuery }: CallDescription, form: SentFields['form']): Inside {
  return (
    openQuery === true &&
    showControl({
      name: '~query',
      label: 'Search',
      hint: 'The record that it acts on, such as identifier=A-1.',
      control: (attributes) => showInput(attributes, form.whole('~query')),
    })
  )
}

function showBody(body: BodyForm, sent: SentFields, call: CallDescription): Inside {
  if (body.kind === 'none') return null
  if (body.kind === 'fields') return showFields(body.fields, sent)
  const { example } = call.body?.[body.mediaType] ?? {}
  const shown = typeof example === 'string' ? example : JSON.stringify(example, null, 2)
  const text = showControl({
    name: '/',
    label: body.kind === 'json' ? 'JSON' : 'Content',
    problem: sent.problems.get('/'),
    control: (attributes) =>
      showTextArea(markup`${attributes} class="mono tall" spellcheck="false"`, sent.form.whole('/')),
  })
  const file = markup`<div class="field"><label for="/~file">File <span class="needed">(instead of the \
text)</span></label><input type="file" id="/~file" name="/~file"></div>`
  return markup`${text}${body.kind === 'text' && file}<details><summary>An example</summary>\
<pre>${shown}</pre></details>`
}

function showHeaders({ headers = {} }: CallDescription): Inside {
  const names = Object.entries(headers)
  if (names.length === 0) return null
  return markup`<details><summary>Conditions</summary>${names.map(([name, hint]) =>
    showControl({
      name: `header:${name}`,
      label: toLabel(name),
      hint,
      isRequired: false,
      control: (attributes) => showInput(attributes, ''),
    }),
  )}</details>`
}
