import type { JsonValue } from '@carebench/protocol'
import { markup } from '../../site/markup.js'
import { type Refusal, readRefusal, showProblems } from '../calls/refusal.js'
import { showRecord } from '../calls/shown-response.js'
import { parseJson, readBody } from '../forms/read-body.js'
import { type Field, listFields } from '../forms/schema-fields.js'
import { type SentFields, showControl, showFields, showTextArea, unsentFields } from '../forms/show-fields.js'
import { csrfField, layOut, showAlone, showHeading } from '../frame/layout.js'
import type { WorkstationAnswer, WorkstationVisit } from '../visit.js'
import type { World, WorldTask } from '../world.js'

/** Shows the form for the output: fields if the task declares a schema, else JSON. */
export function showSubmit(visit: WorkstationVisit, world: World, task: WorldTask): WorkstationAnswer {
  return showOutput(visit, world, task, unsentFields, null)
}

/** Shows the output to be submitted, with the button that submits it. */
export function reviewSubmit(visit: WorkstationVisit, world: World, task: WorldTask): WorkstationAnswer {
  const { form, base, csrf } = visit
  if (form === null) return { redirect: `${base}/submit` }
  const fields = outputFields(task)
  const added = form.text('~add')
  if (added !== '') return showOutput(visit, world, task, { form, problems: new Map(), added }, null)
  const read = fields === null ? readJson(form.text('/')) : readBody(fields, form)
  if (read.problems.size > 0) {
    return showOutput(
      visit,
      world,
      task,
      { form, problems: read.problems, added: '' },
      { problems: read.problems, others: [] },
    )
  }
  const text = read.value === undefined ? '' : JSON.stringify(read.value)
  return layOut(visit, world, {
    title: 'Review and submit',
    app: 'submit',
    body: markup`${showHeading('Review and submit', null, 'The work cannot be changed afterwards.')}
<h2>Output</h2>${read.value === undefined ? markup`<p>None.</p>` : showRecord(read.value, null)}
<form method="post" action="${base}/submit">${csrfField(csrf)}<input type="hidden" name="output" value="${text}">\
<div class="actions"><button class="primary">Submit the task</button>\
<a class="button" href="${base}/submit">Back</a></div></form>`,
  })
}

/** Submits the task. The page confirms this but shows no result, because workers must not see it. */
export async function submit(visit: WorkstationVisit, world: World, task: WorldTask): Promise<WorkstationAnswer> {
  const output = visit.form?.text('output') ?? ''
  const parsed: ReturnType<typeof parseJson> | null = output === '' ? null : parseJson(output)
  if (parsed !== null && 'problem' in parsed) {
    return showOutput(visit, world, task, unsentFields, { problems: new Map(), others: [parsed.problem] })
  }
  const reply = await visit.call({
    method: 'POST',
    target: `/v1/task-runs/${encodeURIComponent(task.id)}/complete`,
    body: { mediaType: 'application/json', content: parsed === null ? {} : { output: parsed.value } },
  })
  if (reply.status >= 400) return showOutput(visit, world, task, unsentFields, readRefusal(reply))
  return { status: 200, html: showAlone(submitted), isLast: true }
}

const submitted = { title: 'Task submitted', text: 'Thank you. You can close this page.' }

function showOutput(
  visit: WorkstationVisit,
  world: World,
  task: WorldTask,
  sent: SentFields,
  refusal: Refusal | null,
): WorkstationAnswer {
  const fields = outputFields(task)
  const shown =
    fields === null
      ? showControl({
          name: '/',
          label: 'Output as JSON',
          hint: 'Leave it empty if the instruction asks for none.',
          isRequired: false,
          problem: sent.problems.get('/'),
          control: (attributes) =>
            showTextArea(markup`${attributes} class="mono" spellcheck="false"`, sent.form.whole('/')),
        })
      : showFields(fields, sent)
  return layOut(visit, world, {
    title: 'Submit',
    app: 'submit',
    status: refusal === null ? 200 : 422,
    body: markup`${showHeading('Submit')}${refusal !== null && showProblems(refusal)}
<form class="panel fields narrow" method="post" action="${visit.base}/submit/review">${csrfField(visit.csrf)}${shown}\
<div class="actions"><button class="primary">Review</button></div></form>`,
  })
}

function outputFields({ item }: WorldTask): readonly Field[] | null {
  return listFields(item.output_schema)
}

function readJson(text: string): { readonly value?: JsonValue; readonly problems: ReadonlyMap<string, string> } {
  if (text === '') return { problems: new Map() }
  const parsed = parseJson(text)
  if ('problem' in parsed) return { problems: new Map([['/', parsed.problem]]) }
  return { value: parsed.value, problems: new Map() }
}
