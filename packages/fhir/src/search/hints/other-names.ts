/*
 * The names that other interfaces and models use where R4 has another one. Names are compared without case, hyphens,
 * underscores, `$` and a plural `s`.
 */

/** Replacements for result parameters of other interfaces. */
const results: readonly (readonly [names: string, hint: string])[] = [
  [
    `page offset skip start startindex startat cursor pagetoken after nextpage pagenumber getpages
    getpagesoffset from`,
    'There are no page numbers: GET the URL of the link "next" of a page for the page after it; _count sets its size.',
  ],
  [
    `limit max maxresult top take row size pagesize perpage pagecount resultsperpage maxitem maxcount
    first number n`,
    'Did you mean "_count"?',
  ],
  [
    'orderby order sortby sortorder ordering sortdirection direction',
    'Did you mean "_sort", as in _sort=-_lastUpdated?',
  ],
  ['field select projection attribute propertie returnfield column', 'Did you mean "_elements"?'],
  ['expand embed populate with join includes', 'Did you mean "_include", as in _include=MedicationRequest:patient?'],
  [
    `q query search searchterm searchtext keyword filter text content term where fulltext like contains
    ft`,
    'There is no full-text search and no filter: name what is searched, as in name=, code:text= or title:contains=.',
  ],
  ['output responseformat accept contenttype', 'Did you mean "_format"?'],
  [
    'resource resourcetype',
    'The resource type is in the path, as in GET Patient?name=ann, or in _type below the base.',
  ],
  ['list', 'Lists are not searched: read List/[id], and search for the ids of its entries with _id.'],
  ['contained containedtype', 'Contained resources are not searched: search for those that contain them.'],
  ['score near', 'There is no ranking of matches: sort with _sort, as in _sort=-_lastUpdated.'],
  ['graphql mutation', 'There is no GraphQL: search with _include and _elements.'],
]

/** The search parameters that a name probably means; the first one that the type has is suggested. */
const parameters: readonly (readonly [names: string, codes: string])[] = [
  ['dob dateofbirth birthday birth borndate birthdt bday', 'birthdate'],
  ['mrn medicalrecordnumber recordnumber mrnumber ssn npi businessid externalid accountnumber memberid', 'identifier'],
  ['firstname first forename givenname middlename fname', 'given'],
  ['lastname last surname familyname lname', 'family'],
  ['fullname displayname patientname humanname', 'name patient.name subject:Patient.name'],
  ['sex sexatbirth gendercode administrativegender', 'gender'],
  ['zip zipcode postcode postalcode addresspostal', 'address-postalcode'],
  ['city town addresscitie', 'address-city'],
  ['state province region', 'address-state'],
  ['country', 'address-country'],
  ['street addressline line addresstext', 'address'],
  ['phonenumber tel mobile cell cellphone homephone', 'phone telecom'],
  ['mail emailaddress', 'email telecom'],
  ['patient subject person pat member beneficiary pid patientref for', 'patient subject beneficiary individual actor'],
  ['encounter visit admission context', 'encounter context'],
  [
    'practitioner provider doctor physician clinician performer author',
    'performer practitioner requester author general-practitioner',
  ],
  ['orderer orderedby prescriber requestedby ordering', 'requester'],
  ['pcp primarycare primarycareprovider', 'general-practitioner'],
  [
    `loinc loinccode snomed snomedct snomedcode icd icd10 icd10code rxnorm rxcui cpt cptcode ndc hcpcs
    coding concept conditioncode labcode`,
    'code vaccine-code',
  ],
  [
    `codetext displaytext description conceptname testname labname conditionname diagnosisname
    procedurename`,
    'code:text description',
  ],
  ['drug drugname medicationname med medicine medication', 'code:text medication'],
  ['diagnosi dx problem condition', 'code diagnosis condition'],
  ['allergy allergen substance', 'code substance'],
  ['vaccine vaccinename cvx', 'vaccine-code'],
  ['test lab labtest observation', 'code'],
  [
    `effective datetime timestamp time when day startdate enddate fromdate todate datefrom dateto
    begindate daterange dateafter datebefore eventdate observationdate servicedate startdatetime
    collectiondate resultdate admissiondate visitdate`,
    'date occurrence authoredon onset-date authored-on period created performed issued',
  ],
  [
    `ordered orderdate ordereddate authored authoreddate prescribeddate prescribed writtendate
    datewritten`,
    'authoredon authored-on authored',
  ],
  ['onset onsetdatetime diagnosisdate diagnosed startedon', 'onset-date'],
  ['resolved abatement abatementdatetime enddate', 'abatement-date'],
  ['recorded recordeddate dateasserted', 'recorded-date asserted-date date'],
  ['due duedate deadline', 'period'],
  [
    `updated updatedat lastmodified modified modifieddate lastupdate updatedsince modifiedsince since
    lastupdatedate versiondate`,
    '_lastUpdated',
  ],
  ['createdat createddate creationdate createdon created', 'created authored-on authoredon date _lastUpdated'],
  ['value result valuequantity resultvalue quantity numericvalue', 'value-quantity'],
  ['valuestring valuetext', 'value-string'],
  ['valuecodeableconcept valuecode', 'value-concept'],
  ['assignee assignedto owner', 'owner'],
  ['active isactive enabled', 'active status clinical-status'],
  ['id uuid resourceid logicalid fhirid', '_id'],
  ['tag label', '_tag'],
  ['profile metaprofile', '_profile'],
  ['securitylabel', '_security'],
  ['statu state clinicalstate', 'status clinical-status'],
  ['categorie categorycode kind', 'category type'],
  ['insurance payer insurer', 'payor insurer insurance'],
  ['facility hospital site', 'location service-provider organization'],
  ['department ward room', 'location'],
  ['note comment', 'code:text'],
  ['name title label display', 'name title code:text type:text'],
  ['docref documenttype notetype', 'type'],
]

function indexByName(rows: readonly (readonly [string, string])[]): ReadonlyMap<string, string> {
  return new Map(
    rows.flatMap(([names, value]) => names.split(/\s+/).map((name) => [normalizeName(name), value] as const)).reverse(),
  )
}

let known:
  | { readonly results: ReadonlyMap<string, string>; readonly parameters: ReadonlyMap<string, string> }
  | undefined

/** Returns the R4 equivalent of another interface's name: a sentence, or the codes of candidate parameters. */
export function findOtherName(plainName: string): { readonly sentence?: string; readonly codes?: readonly string[] } {
  known ??= { results: indexByName(results), parameters: indexByName(parameters) }
  const sentence = known.results.get(plainName)
  const codes = known.parameters.get(plainName)?.split(' ')
  return { ...(sentence !== undefined && { sentence }), ...(codes !== undefined && { codes }) }
}

/** Returns a name in lower case, without hyphens and similar characters, and without a plural `s`. */
export function normalizeName(name: string): string {
  return name
    .replace(/[-_$\s]|\[x\]/g, '')
    .toLowerCase()
    .replace(/s$/, '')
}
