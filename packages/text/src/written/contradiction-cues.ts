import { months, weekdays } from '../tokens/calendar-names.js'

function makeSet(words: string): ReadonlySet<string> {
  return new Set(words.split('|').map((phrase) => phrase.trim()))
}

/** Words after which a value replaces the one before. */
export const replacing = makeSet(
  `actually|correction|corrected|corrected to|amended to|revised to|i mean|i meant|make that|scratch that|strike that|
  or rather|sorry|apologies|oops|whoops|no|no wait|wait no|oh wait|wait|turns out to be|turned out to be|
  my mistake|my bad|erratum|should be|should read|should say|should have been|
  should have read|in fact|in reality|in truth|truth is|not really|not quite|true|correct|real|actual`,
)

/** Words to ignore between a replacing phrase and its value, or between a subject and its value. */
export const fillers: ReadonlySet<string> = new Set(
  (
    'is was are were be been later then since subsequently finally it its the a an that this value values level ' +
    'levels result reading number figure of to has just only me say said really instead come came back equals equal ' +
    'measured critical critically high low very'
  ).split(' '),
)

/** Words before a subject that do not change it. */
export const qualifiers: ReadonlySet<string> = new Set(
  (
    'the a his her their my your our its patient patients pt serum plasma blood critical critically result results ' +
    'lab labs value level urgent alert note message that this high low dear doctor'
  ).split(' '),
)

/** Words of time, range, source or purpose that explain why a sentence gives another value for the same subject. */
export const explanations: ReadonlySet<string> = new Set([
  // "May" is more often a verb.
  ...[...months.keys(), ...weekdays.keys()].filter((name) => name !== 'may'),
  ...`yesterday today tomorrow now then later earlier previous previously prior before after first second third
  last latest next repeat repeated recheck rechecked baseline initial initially admission discharge am pm
  morning afternoon evening night noon midnight hour hours hr hrs minute minutes day days week weeks month
  months year years ago since until till when once again meanwhile range reference ref goal target limit limits
  max maximum min minimum threshold cutoff average mean median expected estimated normally usually usual by from
  per via according outside venous arterial capillary hemolyzed haemolysed sample specimen draw at on in for if
  with without to while following post pre another other each every either or respectively`
    .split(/\s+/)
    .filter((word) => word !== ''),
])
