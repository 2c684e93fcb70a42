import { base64 } from '@scure/base'
import { documentControl } from '../forms/show-fields.js'
import type { AppDocuments, WorkstationForm, WorkstationReply, WorkstationVisit } from '../visit.js'
import type { World } from '../world.js'
import { type Values, writeTarget } from './placed-call.js'
import { messageOfRefusal } from './refusal.js'

/** Finds the documents that forms can send; undefined if no system of the world has any. */
export function findDocuments({ apps }: World): AppDocuments | undefined {
  return apps.find(({ about }) => about.documents !== undefined)?.about.documents
}

/** Makes a read call of any system of the world; undefined if no system has the call. */
export async function readAnywhere(
  visit: WorkstationVisit,
  { apps }: World,
  name: string,
  values: Values,
): Promise<WorkstationReply | undefined> {
  for (const app of apps) {
    const call = app.calls.find((one) => one.name === name && one.method === 'GET')
    if (call !== undefined) return visit.call({ method: 'GET', target: writeTarget(app, call, values) })
  }
  return undefined
}

/** A form with its chosen documents, and the problems of the choices. */
export interface FormWithDocuments {
  readonly form: WorkstationForm
  readonly problems: ReadonlyMap<string, string>
}

/** Reads the documents chosen in a form, and enters them: as text if the form takes text, else as a file. */
export async function withDocuments(
  visit: WorkstationVisit,
  world: World,
  form: WorkstationForm,
): Promise<FormWithDocuments> {
  const source = findDocuments(world)
  const chosen = form.names.filter((name) => name.endsWith(`/${documentControl}`) && form.text(name) !== '')
  if (source === undefined || chosen.length === 0) return { form, problems: new Map() }
  const texts = new Map<string, string>()
  const files = new Map<string, NonNullable<ReturnType<WorkstationForm['file']>>>()
  const problems = new Map<string, string>()
  for (const control of chosen) {
    const place = control.slice(0, -documentControl.length)
    const taken = [`${place}text`, `${place}content_base64`].some((name) => form.text(name) !== '' || form.file(name))
    if (taken) {
      problems.set(control, 'Enter a document or a text or choose a file, not several of them.')
      continue
    }
    const reply = await readAnywhere(visit, world, source.call, source.values(form.text(control)))
    const content = reply === undefined || reply.status >= 400 ? null : source.contentOf(reply.json)
    if (content === null) {
      const why = reply !== undefined && reply.status >= 400 ? messageOfRefusal(reply) : 'It has no content.'
      problems.set(control, `The document could not be read: ${why}`)
    } else if (form.names.includes(`${place}text`) && content.mediaType.startsWith('text/')) {
      texts.set(`${place}text`, new TextDecoder().decode(base64.decode(content.base64)))
    } else files.set(`${place}content_base64`, content)
  }
  return {
    form: {
      names: form.names,
      text: (name) => texts.get(name)?.trim() ?? form.text(name),
      whole: (name) => texts.get(name) ?? form.whole(name),
      file: (name) => files.get(name) ?? form.file(name),
    },
    problems,
  }
}
