import { type Mutant, vectors } from './mutant.js'

/**
 * Faults in whom an outward act or a read identifies, and whom an entry allows. Of these 20, which were written from
 * the sources and not from the laws, none was detected by the laws, the table and the vectors of that time.
 */
export const disclosures: readonly Mutant[] = [
  {
    name: 'about is matched by prefix',
    file: 'verifier/people/people.ts',
    find: "this.#ids.get(idOf(text) ?? '') ?? new Set()",
    replace: "new Set([...this.#ids].flatMap(([id, who]) => (id.startsWith(idOf(text) ?? '-') ? [...who] : [])))",
    law: vectors,
  },
  {
    name: 'people whom where rules out are allowed',
    file: 'verifier/checks/about.ts',
    find: "if (key !== '$not') pending.push(member)",
    replace: 'pending.push(member)',
    law: vectors,
  },
  {
    name: 'the entity names nobody',
    file: 'verifier/checks/about.ts',
    find: '...entityTexts(evidence, context)',
    replace: '',
    law: vectors,
  },
  {
    name: 'an about that names nobody is no limit',
    file: 'verifier/checks/about.ts',
    find: 'about === undefined && allowed.size === 0 ?',
    replace: 'allowed.size === 0 ?',
    law: vectors,
  },
  {
    name: 'about adds to those whom where names',
    file: 'verifier/checks/about.ts',
    find: 'about ?? [...textsIn',
    replace: '[...(about ?? []), ...textsIn',
    law: vectors,
  },
  {
    name: 'the entities of all criteria are allowed',
    file: 'verifier/checks/about.ts',
    find: 'id === null ? evidence.bound : [id]',
    replace: 'evidence.bound',
    law: vectors,
  },
  {
    name: 'a record refers to its first person only',
    file: 'verifier/people/people.ts',
    find: "if (detail === 'reference') found.push",
    replace: "if (detail === 'reference' && found.length === 0) found.push",
    law: vectors,
  },
  {
    name: 'a name alone identifies',
    file: 'verifier/people/people.ts',
    find: 'for (const run of confirmed.size === 0 ? [] : runs) found.push(intersect(this.#names.get(run), confirmed))',
    replace: 'for (const run of runs) found.push(this.#names.get(run) ?? new Set())',
    law: vectors,
  },
  {
    name: 'a contact confirms no name',
    file: 'verifier/people/people.ts',
    find: 'for (const contact of contacts) for (const person of this.#contacts.get(contact) ?? []) confirmed.add(person)',
    replace: '',
    law: vectors,
  },
  {
    name: 'a number of four digits identifies nobody',
    file: 'verifier/people/people.ts',
    find: 'id.length >= 4',
    replace: 'id.length > 4',
    law: vectors,
  },
  {
    name: 'rows without a reference are about people of their own',
    file: 'verifier/people/people.ts',
    find: 'known.length > 0 ? known : ',
    replace: '',
    law: vectors,
  },
  {
    name: 'a number belongs to the first who has it',
    file: 'verifier/people/people.ts',
    find: 'else for (const person of people) known.add(person)',
    replace: '',
    law: vectors,
  },
  {
    name: 'the address of a server is part of a reference',
    file: 'verifier/people/people.ts',
    find: "reference.split('/').slice(-2).join('/')",
    replace: 'text',
    law: vectors,
  },
  {
    name: 'a name with the family name first is not read',
    file: 'verifier/people/people.ts',
    find: '{last}$',
    replace: '{first}$',
    law: vectors,
  },
  {
    name: 'a date confirms a name that it does not belong to',
    file: 'verifier/people/people.ts',
    find: 'for (const date of dates) for (const person of this.#dates.get(date) ?? []) confirmed.add(person)',
    replace:
      'if (dates.size > 0) for (const known of this.#dates.values()) for (const person of known) confirmed.add(person)',
    law: vectors,
  },
  {
    name: 'a name has two words',
    file: 'verifier/people/said-people.ts',
    find: 'const longestRun = 6',
    replace: 'const longestRun = 2',
    law: vectors,
  },
  {
    name: 'the day never comes first',
    file: 'verifier/people/said-people.ts',
    find: '    yield isoOf(y, other, one)\n',
    replace: '',
    law: vectors,
  },
  {
    name: 'years of two digits are in this century',
    file: 'verifier/people/said-people.ts',
    find: "Number(writtenYear) < 30 ? '20' : '19'",
    replace: "'20'",
    law: vectors,
  },
  {
    name: 'the code of a country is part of a number',
    file: 'verifier/people/said-people.ts',
    find: ".replace(/\\D/g, '').slice(-10)",
    replace: ".replace(/\\D/g, '')",
    law: vectors,
  },
  {
    name: 'months are not named',
    file: 'verifier/people/said-people.ts',
    find: 'for (const [, name, d, y] of text.matchAll(monthNamed)) yield isoOf(y, monthOf(name), d)',
    replace: '',
    law: vectors,
  },
]
