import { later, type Markup, markup } from '../../../site/markup.js'
import type { CollectionChanges, FieldChange, RecordChange, StateDifference } from '../facts/state-difference.js'
import { Room, showValue } from './shown-value.js'

/** Maximum number of listed records; further ones are only counted. */
export const maxRecords = 100
const maxFields = 200
/** Number of changes up to which all are unfolded. */
const openUpTo = 4

/** Returns the changes of the agent, by collection and field. */
export function listDifference({ known, unknownParts, unreadMembers, collections }: StateDifference): Markup {
  if (!known) return markup`<p class="soft">The changes are unknown: the record has no initial state.</p>`
  const room = new Room()
  const total = collections.reduce((sum, { changes }) => sum + changes.length, 0)
  const unknown = [
    ...unknownParts.map((part) => ({ part, why: 'only one of the states has it' })),
    ...unreadMembers.map((part) => ({ part, why: 'it is from a system that this report cannot read' })),
  ]
  const none = unknown.length === 0 ? 'No changes.' : 'No changes elsewhere.'
  return markup`${unknown.map(
    ({ part, why }) => markup`<p class="soft">The changes in <code>${part}</code> are unknown: ${why}.</p>`,
  )}${
    total === 0 ? markup`<p class="soft">${none}</p>` : null
  }${collections.map((one) => later(() => listCollection(one, total <= openUpTo, room)))}`
}

/** Returns a collection with its changed records. */
export function listCollection({ collection, count, changes }: CollectionChanges, open: boolean, room: Room): Markup {
  const counts = (['added', 'changed', 'removed'] as const)
    .map((what) => ({ what, number: changes.filter((change) => change.what === what).length }))
    .filter(({ number }) => number > 0)
    .map(({ what, number }) => `${number} ${what}`)
    .join(', ')
  const shown: Markup[] = []
  for (const change of changes.slice(0, maxRecords)) {
    if (room.isFull) break
    shown.push(listRecord(change, open, room))
  }
  return markup`<div class="collection"><p><code>${collection}</code> <span class="soft">${counts}; ${count} at the \
end</span></p>
${shown}
${changes.length > shown.length ? markup`<p class="soft">and ${changes.length - shown.length} more</p>` : null}</div>`
}

/** Returns a changed record with its fields. */
export function listRecord({ what, name, fields }: RecordChange, open: boolean, room = new Room()): Markup {
  room.take(name.length)
  const shown: Markup[] = []
  for (const field of fields.slice(0, maxFields)) {
    if (room.isFull) break
    shown.push(listField(field, what, room))
  }
  const more = fields.length - shown.length
  const brief = what === 'changed' ? fields.map(({ path }) => path.slice(1)).join(', ') : ''
  return markup`<details class="record ${what}"${open ? markup` open` : null}><summary>\
<span class="tag ${what}">${what}</span><b>${name}</b><span class="soft brief">${brief}</span></summary>
<table><thead><tr><th scope="col">field</th>${what === 'added' ? null : markup`<th scope="col">before</th>`}${
    what === 'removed' ? null : markup`<th scope="col">after</th>`
  }</tr></thead>
<tbody>${shown}</tbody></table>
${more > 0 ? markup`<p class="soft">and ${more} more fields</p>` : null}</details>`
}

function listField({ path, from, to }: FieldChange, what: RecordChange['what'], room: Room): Markup {
  return markup`<tr><td><code>${path === '' ? 'the whole value' : path.slice(1)}</code></td>${
    what === 'added' ? null : markup`<td class="before" data-name="before">${showValue(from, room)}</td>`
  }${what === 'removed' ? null : markup`<td class="after" data-name="after">${showValue(to, room)}</td>`}</tr>`
}
