import type { JsonObject, JsonValue } from '@carebench/protocol'

/** The parameters of a call: those of its path, and those of its query. */
export type AppValues = Readonly<Record<string, string>>

/** A way into an app: a call with some parameters filled in. An app opens with its first one. */
export interface AppStart {
  /** The heading of the page: `Open tasks`. */
  readonly label: string
  /** The name of the call. */
  readonly call: string
  /** The parameters of its path and query that are filled in. */
  readonly values?: AppValues
  /**
   * Parameters of its query that people fill in before the call is made, with their labels and hints. Default: the call
   * is made at once.
   */
  readonly fields?: Readonly<Record<string, string | { readonly label: string; readonly hint: string }>>
  /** The rows that it shows, selected by the beginning of one of their members. Default: all. */
  readonly only?: { readonly member: string; readonly startsWith: string }
  /** The text of its page if it has no rows: `No fax has been received yet.` Default: a text that nothing is there. */
  readonly empty?: string
}

/** One field of an {@link AppForm}; by default one line of text. */
export interface AppField {
  readonly name: string
  readonly label: string
  readonly hint?: string
  /** The allowed values. */
  readonly choices?: readonly string[]
  /** Whether it is multi-line text. */
  readonly isLong?: true
  /** Whether it is a time: entered in the time zone of the pages, and sent as an instant. */
  readonly isTime?: true
  /** Whether it is the system (a URL) of a code or a number; pages that name systems offer it as a choice. */
  readonly isSystem?: true
  readonly isOptional?: true
}

/** A form on the page of a record that makes one call, so that people need not write its body. */
export interface AppForm {
  /** Its effect, which is also its name. */
  readonly label: string
  /**
   * Returns the initial values of its fields, and other data of the record that its body needs; null if the record has
   * no such form.
   */
  readonly on: (record: JsonValue) => AppValues | null
  /** The name of the call. */
  readonly call: string
  /** The parameters of its path; default: those of the record. */
  readonly values?: AppValues
  readonly fields: readonly AppField[]
  /** Suggested values of fields, by name; others can be entered too. Default: none. */
  readonly suggestions?: (record: JsonValue) => Readonly<Record<string, readonly string[]>>
  /** Records of any system that are read before the call is made, by the name of the field that refers to them. */
  readonly reads?: Readonly<Record<string, AppReading>>
  /** Returns the body of the call from the entered values, the result of `on`, and the records that were read. */
  readonly body: (entered: AppValues, read: Readonly<Record<string, JsonValue>>) => JsonValue
}

/** A call that reads one record by an entered value. */
export interface AppReading {
  /** The name of the call. */
  readonly call: string
  /** The parameters of its path. */
  readonly values: (entered: string) => AppValues
}

/** Documents of a system that forms of any system can send, identified by the id of their record. */
export interface AppDocuments extends AppReading {
  /** The name of such a document: `Document of the chart`. */
  readonly label: string
  readonly hint: string
  /** Returns the document of a record; null if it has none. */
  readonly contentOf: (record: JsonValue) => AppDocument | null
}

/** A document as bytes in base64. */
export interface AppDocument {
  readonly name: string
  readonly mediaType: string
  readonly base64: string
}

/** A value in one line, with the parameters of the call that reads its target if it is a reference. */
export interface ShownText {
  readonly text: string
  /** The label of the value, in place of its member's name: `NPI`. */
  readonly label?: string
  readonly names?: AppValues
  /** Whether it is shown on request only. */
  readonly isFolded?: true
}

/** The presentation of a record to people: a heading, and values in reading order. */
export interface ShownRecord {
  /** Its title in links and on its own page. */
  readonly title: string
  /** Columns of a list, by their headings, in order. Default: its scalar members. */
  readonly columns?: Readonly<Record<string, string>>
  /**
   * The parameters of the call that reads this record alone. Default: those of the list, and its member of that name.
   */
  readonly names?: AppValues
}

/** A part of a record's content in readable form. */
export type ShownPart = {
  readonly title: string
} /** What matters most, in sentences and titled lists; `tone` says whether it is good news. */ & (
  | {
      readonly kind: 'note'
      readonly tone?: 'good' | 'bad'
      readonly lines: readonly string[]
      readonly lists?: Readonly<Record<string, readonly string[]>>
    }
  | { readonly kind: 'facts'; readonly facts: Readonly<Record<string, string>> }
  /** Rows by the headings of their columns; columns without a value are left out. */
  | { readonly kind: 'table'; readonly rows: readonly Readonly<Record<string, string>>[] }
  /** The text of each page, with its lines. */
  | { readonly kind: 'pages'; readonly pages: readonly string[] }
)

/** A record in readable form. */
export interface ReadableRecord {
  readonly parts: readonly ShownPart[]
  /** The members that the parts already show. */
  readonly said: readonly string[]
  /** The title of a separate page with the record as it was sent: `Raw message`. Default: no such page. */
  readonly raw?: string
}

/** The subject of a page, such as a patient: read with the page, and shown above it. */
export interface ShownSubject {
  /** The call that reads it. */
  readonly start: AppStart
  /** Other pages about the same subject. */
  readonly tabs: readonly AppStart[]
  /** Its name, if a record about the subject has it: the subject itself is then not read. */
  readonly name?: string
  /** The label of the tab that contains a record about the subject. */
  readonly tab?: string
}

/** The records of a list, and the parameters with which the call returns those beside them; null at its ends. */
export interface ShownList {
  readonly records: readonly JsonValue[]
  readonly next: AppValues | null
  /** Default: null. */
  readonly previous?: AppValues | null
}

/** A line of a table in a text. */
export interface AppLine {
  readonly cells: readonly string[]
  /** Its text without the line end. */
  readonly raw: string
  /** The position of its text, and the line end after it; empty at the end of the text. */
  readonly start: number
  readonly end: string
}

/** The documents of a system that are tables, whose rows people change one by one. */
export interface AppTable {
  readonly isTable: (name: string) => boolean
  readonly readLines: (text: string) => readonly AppLine[]
  /** Returns the text with other cells in a line, or without it; all other bytes are kept. */
  readonly replaceLine: (text: string, line: AppLine, cells: readonly string[] | null) => string
  readonly addLine: (text: string, cells: readonly string[]) => string
}

/** A question of a system, which is a field of the forms that answer it. */
export interface AppQuestion {
  readonly name: string
  readonly label: string
  readonly hint: string
  readonly kind: 'yes' | 'number' | 'date' | 'choice'
  /** The allowed answers of a choice. */
  readonly choices: readonly string[]
}

/** The questions that bodies of calls answer, each by its name in one member. */
export interface AppQuestions {
  readonly member: string
  /** The names of the calls. */
  readonly calls: readonly string[]
  /**
   * Returns the call that reads the questions for what has been entered, or for the record that a form changes; null if
   * there is nothing to read.
   */
  readonly reading: (body: JsonObject) => Pick<AppStart, 'call' | 'values'> | null
  /** Returns the questions in the response of that call, which is null if nothing was read. */
  readonly questions: (response: JsonValue, body: JsonObject) => readonly AppQuestion[]
}

/** A site of its own for the pages of one app. */
export interface AppSite {
  /** The names of the site and of its owner. */
  readonly title: string
  readonly owner: string
  /** What people do there. */
  readonly lead: string
  /** Paths of the pages of calls, by the calls' names. Default: those of the calls. */
  readonly paths: Readonly<Record<string, string>>
  /** The lists on its first page; one without records is left out unless it has an `empty` text. */
  readonly overview: readonly AppStart[]
}

/** A system, or a part of one, as the workstation presents it. */
export interface AppDescription {
  /** The text of the link to it: `In-basket`. */
  readonly title: string
  /** Its place among the apps: lower ones come first. */
  readonly position: number
  /** Its starts. Default: the lists that can be read without parameters. */
  readonly starts?: readonly AppStart[]
  /** The labels of calls on buttons and links, by the calls' names: `Send a fax`. Default: their names in words. */
  readonly labels?: Readonly<Record<string, string>>
  /** The group of calls that it offers, for a system with several groups. Default: the system's own group. */
  readonly group?: string
  /** The names of the calls that pages do not make, with the reason. */
  readonly notForPeople?: Readonly<Record<string, string>>
  /** Whether another app of the system offers its calls too, so that this one shows its starts only. Default false. */
  readonly isView?: true
  /**
   * The calls that are made from the page of a record and lead back to it, by the name of the call that reads the
   * record.
   */
  readonly onPage?: Readonly<Record<string, readonly string[]>>
  /** Whether a record takes a call in its state, by the name of the call. Default: always. */
  readonly permits?: (record: JsonValue, call: string) => boolean
  /**
   * The values that forms begin with, by the names of their calls: of the record, and more elements of its lists. A
   * `PATCH` sends only what people change. Default: forms begin empty.
   */
  readonly begins?: Readonly<Record<string, (record: JsonObject) => JsonObject>>
  /** The questions that some of its calls answer. Default: none. */
  readonly asks?: AppQuestions
  /** Converts a body or a search as people write it: codes in lower case, types in words. Default: sent as entered. */
  readonly normalize?: (body: JsonObject) => JsonObject
  /** What to enter in fields, by their JSON Pointers. Default: the descriptions of their schemas. */
  readonly hints?: Readonly<Record<string, string>>
  /** The titled sections of its long forms, with the names of their fields, in order. Default: none. */
  readonly sections?: Readonly<Record<string, readonly string[]>>
  /** Rewrites a message of the system for people. Default: it is shown as it is. */
  readonly sayMessage?: (message: string) => string
  /**
   * Texts that confirm calls on the page of the record that they act on, by the calls' names: `The appeal has been
   * filed.` Default: `Done.`
   */
  readonly done?: Readonly<Record<string, string>>
  /** Where to go on from a record, which was read with `values`. Default: to the calls below it. */
  readonly linksOn?: (record: JsonValue, values: AppValues) => readonly AppStart[]
  /** The site of its own that shows its pages. Default: none. */
  readonly site?: AppSite
  /** Notes for people before they make a call, by its name. Default: its summary. */
  readonly notes?: Readonly<Record<string, string>>
  /**
   * Suggested values for fields, by their JSON Pointers with `*` for the number of a row; `record` is null if the page
   * has none. Default: none.
   */
  readonly suggestions?: (record: JsonValue) => Readonly<Record<string, readonly string[]>>
  /** The name of its pages if they list systems of codes and numbers: `the handbook`. Default: they list none. */
  readonly terms?: { readonly label: string }
  /** The documents that are tables. Default: none. */
  readonly table?: AppTable
  /** The documents that forms can send. Default: none. */
  readonly documents?: AppDocuments
  /** Forms on the pages of records. Default: none. */
  readonly forms?: readonly AppForm[]
  /** Finds the records of a response; null if it is not a list. Default: the objects in its member `data`. */
  readonly readList?: (body: JsonValue) => ShownList | null
  /** Returns the subject of a call, or of the record that it has read; null for none. Default: none. */
  readonly subjectOf?: (call: string, values: AppValues, record: JsonValue) => ShownSubject | null
  /** Describes a record to readers. Default: its members. */
  readonly describe?: (record: JsonValue) => ShownRecord
  /** Reads the content of a record, such as a message; null if its members already show it. Default: null. */
  readonly readContent?: (record: JsonValue) => ReadableRecord | null
  /**
   * Returns a value inside a record in one line, such as a code or a reference; null for other values. Default: none.
   */
  readonly readLine?: (value: JsonValue) => ShownText | null
}
