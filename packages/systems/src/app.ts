import type { JsonValue } from '@carebench/protocol'

/** The parameters of a call: those of its path, and those of its query. */
export type AppValues = Readonly<Record<string, string>>

/** A way into an app: a call with some of its parameters filled in. The first of an app is what it opens with. */
export interface AppStart {
  /** What it shows, as a heading: `Open tasks`. */
  readonly label: string
  /** The name of the call. */
  readonly call: string
  /** Parameters of its path and its query that are filled in. */
  readonly values?: AppValues
  /**
   * Parameters of its query that people fill in before the call is made, with their labels and what to enter. Default:
   * it is made at once.
   */
  readonly fields?: Readonly<Record<string, string | { readonly label: string; readonly hint: string }>>
  /** The rows that it shows, by the beginning of one of their members. Default: all. */
  readonly only?: { readonly member: string; readonly startsWith: string }
  /** What its page says if it has no rows: `No fax has been received yet.` Default: that nothing is there. */
  readonly empty?: string
}

/** One field of an {@link AppForm}: a line of text unless it says otherwise. */
export interface AppField {
  readonly name: string
  readonly label: string
  readonly hint?: string
  /** The values that it can have. */
  readonly choices?: readonly string[]
  /** Whether it is a text of several lines. */
  readonly isLong?: true
  /** Whether it is a time: entered in the time zone of the pages, and sent as an instant. */
  readonly isTime?: true
  /** Whether it is the system of a code or a number, a URL, which pages that name systems offer as a choice. */
  readonly isSystem?: true
  readonly isOptional?: true
}

/** A form on the page of a record that makes one call, for people who do not write its body themselves. */
export interface AppForm {
  /** What it does, which is its name too. */
  readonly label: string
  /** What its fields begin with, and what else its body needs of the record; null if the record has no such form. */
  readonly on: (record: JsonValue) => AppValues | null
  /** The name of the call. */
  readonly call: string
  /** The parameters of its path; default: those of the record. */
  readonly values?: AppValues
  readonly fields: readonly AppField[]
  /** Values that fields are likely to have, by their names: others can be entered too. Default: none. */
  readonly suggestions?: (record: JsonValue) => Readonly<Record<string, readonly string[]>>
  /** What is read before the call is made, of any system of the world, by the name of the field that names it. */
  readonly reads?: Readonly<Record<string, AppReading>>
  /** The body of the call, of what was entered and what `on` returned, and of what was read. */
  readonly body: (entered: AppValues, read: Readonly<Record<string, JsonValue>>) => JsonValue
}

/** A call that reads one record by what somebody has entered. */
export interface AppReading {
  /** The name of the call. */
  readonly call: string
  /** The parameters of its path. */
  readonly values: (entered: string) => AppValues
}

/** Documents of a system that forms of any system can send, named by the id of the record that has them. */
export interface AppDocuments extends AppReading {
  /** What one is called: `Document of the chart`. */
  readonly label: string
  readonly hint: string
  /** The document of a record; null if it has none. */
  readonly contentOf: (record: JsonValue) => AppDocument | null
}

/** A document as bytes in base64. */
export interface AppDocument {
  readonly name: string
  readonly mediaType: string
  readonly base64: string
}

/** A value in one line, and the parameters of the call that reads what it refers to, if it refers to something. */
export interface ShownText {
  readonly text: string
  /** What the value is called, in place of the name of its member: `NPI`. */
  readonly label?: string
  readonly names?: AppValues
  /** Whether it is shown on request only. */
  readonly isFolded?: true
}

/** What a list or a record says to people: a heading, and values in the order in which they are read. */
export interface ShownRecord {
  /** What it is called where it is linked or shown by itself. */
  readonly title: string
  /** Columns of a list, by their headings, in order. Default: its members that are values. */
  readonly columns?: Readonly<Record<string, string>>
  /** The parameters of the call that reads it by itself. Default: those of the list, and its member of that name. */
  readonly names?: AppValues
}

/** A part of what a record holds, as people read it. */
export type ShownPart = { readonly title: string } & (
  | { readonly kind: 'facts'; readonly facts: Readonly<Record<string, string>> }
  /** Rows by the headings of their columns; columns without a value are left out. */
  | { readonly kind: 'table'; readonly rows: readonly Readonly<Record<string, string>>[] }
  /** The text of each page, with its lines. */
  | { readonly kind: 'pages'; readonly pages: readonly string[] }
)

/** A record as people read it. */
export interface ReadableRecord {
  readonly parts: readonly ShownPart[]
  /** The members that the parts say. */
  readonly said: readonly string[]
  /** What a page of its own with the record as it was sent is called: `Raw message`. Default: there is none. */
  readonly raw?: string
}

/** Whom a page is about, such as a patient: read with it, and shown above it. */
export interface ShownSubject {
  /** The call that reads it. */
  readonly start: AppStart
  /** Other pages about the same subject. */
  readonly tabs: readonly AppStart[]
  /** Its name, where a record of the subject says it: the subject itself is not read then. */
  readonly name?: string
  /** The label of the tab that a record of the subject is in. */
  readonly tab?: string
}

/** The records of a list, and the parameters with which the call returns the next ones; null after the last. */
export interface ShownList {
  readonly records: readonly JsonValue[]
  readonly next: AppValues | null
}

/** A system, or a part of one, as people find it in the workstation. */
export interface AppDescription {
  /** What the link to it is called: `In-basket`. */
  readonly title: string
  /** Its place among the apps: lower ones come first. */
  readonly position: number
  /** Default: the lists that can be read without naming anything. */
  readonly starts?: readonly AppStart[]
  /** What calls are called on buttons and links, by their names: `Send a fax`. Default: their names in words. */
  readonly labels?: Readonly<Record<string, string>>
  /** The group of calls that it offers, of a system with several. Default: the system's own. */
  readonly group?: string
  /** The names of the calls that are not made by pages, with the reason. */
  readonly notForPeople?: Readonly<Record<string, string>>
  /** Whether another app of the system offers its calls too, so that this one shows its starts only. Default false. */
  readonly isView?: true
  /** The calls that are made from the page of a record, by the name of the call that reads it, and lead back to it. */
  readonly onPage?: Readonly<Record<string, readonly string[]>>
  /** What people should know before they make a call, by its name. Default: its summary. */
  readonly notes?: Readonly<Record<string, string>>
  /**
   * Values that the fields of the calls of {@link onPage} are likely to have, by the JSON Pointers of the fields, with
   * `*` for the number of a row. Default: none.
   */
  readonly suggestions?: (record: JsonValue) => Readonly<Record<string, readonly string[]>>
  /** What its pages are called if they name systems of codes and numbers: `the handbook`. Default: they name none. */
  readonly terms?: { readonly label: string }
  /** The documents that forms can send. Default: none. */
  readonly documents?: AppDocuments
  /** Forms on the pages of records. Default: none. */
  readonly forms?: readonly AppForm[]
  /** Finds the records of a response; null if it is not a list. Default: the objects in its member `data`. */
  readonly readList?: (body: JsonValue) => ShownList | null
  /** Whom a call is about, or the record that it has read; null if about nobody. Default: nobody. */
  readonly subjectOf?: (call: string, values: AppValues, record: JsonValue) => ShownSubject | null
  /** Describes a record to readers. Default: its members. */
  readonly describe?: (record: JsonValue) => ShownRecord
  /** Reads what a record holds, such as a message; null if its members say it. Default: null. */
  readonly readContent?: (record: JsonValue) => ReadableRecord | null
  /**
   * A value inside a record that people read as one line, such as a code or a reference; null for others. Default:
   * none.
   */
  readonly readLine?: (value: JsonValue) => ShownText | null
}
