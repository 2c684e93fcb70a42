import fc from 'fast-check'
import { expect, inject, it } from 'vitest'
import { beforePause, contactsIn, saidValuesIn, saidValuesInSteps, splitWords } from './said-people.js'

const words = ['Ada', 'Okafor', 'MBR-1001', "O'Neil", 'é', 'e\u0301', '1961-04-30', '5', 'x'.repeat(30)]
const gaps = [' ', '\n', ', ', '" ', ' \u0301', '<', '-', '’']

it('returns the same for a long text in parts as for its parts', () => {
  const part = fc.array(fc.tuple(fc.constantFrom(...words), fc.constantFrom(...gaps)), { minLength: 1, maxLength: 40 })
  fc.assert(
    fc.property(part, fc.nat(30), (pairs, shift) => {
      const text = ' '.repeat(shift) + pairs.flat().join('')
      const count = Math.ceil(beforePause / text.length) + 2
      // Everything that three copies say, a hundred say; read in one piece, and in parts.
      const [few, many] = [saidValuesIn([text.repeat(3)]), saidValuesIn([text.repeat(count)])]
      if (text.length * 3 > beforePause || text.length < 60) return
      for (const what of ['runs', 'dates', 'contacts'] as const) {
        expect([...many[what]].filter((said) => said.length < 40).toSorted()).toEqual(
          [...few[what]].filter((said) => said.length < 40).toSorted(),
        )
      }
    }),
    { numRuns: 3 * inject('scale') },
  )
})

it('reads a possessive as the name or the number itself', () => {
  const names = fc.constantFrom('Eva Lopez', "Eva O'Brien", 'MRN-1002', 'ADA JAMES', 'Zoë Émile')
  const endings = fc.constantFrom("'s", '’s', '‘s', 'ʼs', '＇s', "'S", "'\u200bs", "'s.", "'s\n", "s'", "'")
  fc.assert(
    fc.property(names, endings, (name, ending) => {
      const [plain, possessive] = [splitWords(name).join(''), saidValuesIn([`See ${name}${ending} chart`]).runs]
      expect(possessive).toContain(ending === "s'" ? `${plain}s` : plain)
    }),
  )
})

it.each(['times 9:00 ', 'a,"b ""c""",3,\n'])('pauses while the words of %j are read', (part) => {
  const steps = saidValuesInSteps([part.repeat(400_000 / part.length)], () => false)
  let count = 0
  while (steps.next().done !== true) count++
  expect(count).toBeGreaterThan(40)
})

it.each(['–', '.', 'é', '😀'])('reads the words of %j in parts', (part) => {
  const steps = saidValuesInSteps([part.repeat(200_000)], () => false)
  let count = 0
  while (steps.next().done !== true) count++
  expect(count).toBeGreaterThan(7)
})

it('finds dates and contacts wherever they are in a long text, and nothing else', () => {
  const [date, mail] = ['30 April 1961', 'ada.okafor@example.org']
  fc.assert(
    fc.property(fc.nat(3 * beforePause), fc.constantFrom('. ', 'ab ', '—'), (before, filler) => {
      const text = `${filler.repeat(before)} ${date}, ${mail} ${filler.repeat(3 * beforePause)}`
      const { dates, contacts } = saidValuesIn([text])
      expect([[...dates], [...contacts]]).toEqual([['1961-04-30'], [mail]])
    }),
    { numRuns: 3 * inject('scale') },
  )
})

it.each(['. ', '1', '/-'])('pauses while it searches %j for dates', (part) => {
  const steps = saidValuesInSteps([part.repeat(1_000_000 / part.length)], () => false)
  let count = 0
  while (steps.next().done !== true) count++
  // Words alone are read in 25 to 50 steps.
  expect(count).toBeGreaterThan(120)
})

it('finds a name in a long text without a space', () => {
  const [before, after] = ['é'.repeat(beforePause * 2 - 5), 'é'.repeat(beforePause * 3)]
  for (const gap of ['/', '–', '…']) {
    const { runs } = saidValuesIn([`${before}${gap}Ada${gap}Okafor${gap}${after}`])
    expect([...runs].filter((run) => run.length < 40)).toEqual(expect.arrayContaining(['ada', 'adaokafor', 'okafor']))
  }
})

it('finds the e-mail addresses that a pattern over the whole text finds', () => {
  const addresses = /[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})+/g
  const parts = fc.constantFrom('a', '@', '.', 'b.c', 'x'.repeat(64), '@d.e', ' ', '-', 'é')
  fc.assert(
    fc.property(fc.array(parts, { maxLength: 20 }), (all) => {
      const text = all.join('')
      expect([...contactsIn(text)]).toEqual(text.match(addresses) ?? [])
    }),
    { numRuns: 100 * inject('scale') },
  )
})
