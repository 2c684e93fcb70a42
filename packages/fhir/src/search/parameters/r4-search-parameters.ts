// Printed by scripts/print-search-parameters.ts from the definitions of FHIR R4, so it is long: do not edit.

/** The search parameters of each resource type of FHIR R4, a line each, without those that all types have. */
export const r4SearchParameters: Readonly<Record<string, string>> = {
  Account: `token identifier
string name
reference owner > Organization
reference patient subject > Patient
date period servicePeriod
token status
reference subject > Patient Device Practitioner PractitionerRole Location HealthcareService Organization
token type`,
  ActivityDefinition: `reference composed-of relatedArtifact[type=composed-of].resource
token context useContext.valueCodeableConcept
quantity context-quantity useContext.valueQuantity|useContext.valueRange
token context-type useContext.code
composite context-type-quantity useContext context-type=code context-quantity=valueQuantity|valueRange
composite context-type-value useContext context-type=code context=valueCodeableConcept
date date
reference depends-on relatedArtifact[type=depends-on].resource|library
reference derived-from relatedArtifact[type=derived-from].resource
string description
date effective effectivePeriod
token identifier
token jurisdiction
string name
reference predecessor relatedArtifact[type=predecessor].resource
string publisher
token status
reference successor relatedArtifact[type=successor].resource
string title
token topic
uri url
token version`,
  AdverseEvent: `token actuality
token category
date date
token event
reference location > Location
reference recorder > Patient Practitioner PractitionerRole RelatedPerson
reference resultingcondition resultingCondition > Condition
token seriousness
token severity
reference study > ResearchStudy
reference subject > Patient Group Practitioner RelatedPerson
reference substance suspectEntity.instance > Immunization Procedure Substance Medication MedicationAdministration \
MedicationStatement Device`,
  AllergyIntolerance: `reference asserter > Patient RelatedPerson Practitioner PractitionerRole
token category
token clinical-status
token code code|reaction.substance
token criticality
date date recordedDate
token identifier
date last-date lastOccurrence
token manifestation reaction.manifestation
date onset reaction.onset
reference patient > Patient
reference recorder > Practitioner PractitionerRole Patient RelatedPerson
token route reaction.exposureRoute
token severity reaction.severity
token type
token verification-status`,
  Appointment: `reference actor participant.actor > Patient Practitioner PractitionerRole RelatedPerson Device \
HealthcareService Location
token appointment-type
reference based-on > ServiceRequest
date date start
token identifier
reference location participant.actor > Location
token part-status participant.status
reference patient participant.actor > Patient
reference practitioner participant.actor > Practitioner
token reason-code
reference reason-reference > Condition Procedure Observation ImmunizationRecommendation
token service-category
token service-type
reference slot > Slot
token specialty
token status
reference supporting-info supportingInformation`,
  AppointmentResponse: `reference actor > Patient Practitioner PractitionerRole RelatedPerson Device HealthcareService \
Location
reference appointment > Appointment
token identifier
reference location actor > Location
token part-status participantStatus
reference patient actor > Patient
reference practitioner actor > Practitioner`,
  AuditEvent: `token action
string address agent.network.address
reference agent agent.who > PractitionerRole Practitioner Organization Device Patient RelatedPerson
string agent-name agent.name
token agent-role agent.role
token altid agent.altId
date date recorded
reference entity entity.what
string entity-name entity.name
token entity-role entity.role
token entity-type entity.type
token outcome
reference patient agent.who|entity.what > Patient
uri policy agent.policy
token site source.site
reference source source.observer > PractitionerRole Practitioner Organization Device Patient RelatedPerson
token subtype
token type`,
  Basic: `reference author > Practitioner PractitionerRole Patient RelatedPerson Organization
token code
date created
token identifier
reference patient subject > Patient
reference subject`,
  BodyStructure: `token identifier
token location
token morphology
reference patient > Patient`,
  Bundle: `token identifier
date timestamp
token type`,
  CapabilityStatement: `token context useContext.valueCodeableConcept
quantity context-quantity useContext.valueQuantity|useContext.valueRange
token context-type useContext.code
composite context-type-quantity useContext context-type=code context-quantity=valueQuantity|valueRange
composite context-type-value useContext context-type=code context=valueCodeableConcept
date date
string description
token fhirversion version
token format
reference guide implementationGuide > ImplementationGuide
token jurisdiction
token mode rest.mode
string name
string publisher
token resource rest.resource.type
reference resource-profile rest.resource.profile > StructureDefinition
token security-service rest.security.service
string software software.name
token status
reference supported-profile rest.resource.supportedProfile > StructureDefinition
string title
uri url
token version`,
  CarePlan: `token activity-code activity.detail.code
date activity-date activity.detail.scheduledTiming|activity.detail.scheduledPeriod
reference activity-reference activity.reference > Appointment CommunicationRequest DeviceRequest MedicationRequest \
NutritionOrder Task ServiceRequest VisionPrescription RequestGroup
reference based-on > CarePlan
reference care-team > CareTeam
token category
reference condition addresses > Condition
date date period
reference encounter > Encounter
reference goal > Goal
token identifier
reference instantiates-canonical > PlanDefinition Questionnaire Measure ActivityDefinition OperationDefinition
uri instantiates-uri
token intent
reference part-of > CarePlan
reference patient subject > Patient
reference performer activity.detail.performer > Practitioner PractitionerRole Organization RelatedPerson Patient \
CareTeam HealthcareService Device
reference replaces > CarePlan
token status
reference subject > Patient Group`,
  CareTeam: `token category
date date period
reference encounter > Encounter
token identifier
reference participant participant.member > Practitioner PractitionerRole RelatedPerson Patient Organization CareTeam
reference patient subject > Patient
token status
reference subject > Patient Group`,
  ChargeItem: `reference account > Account
token code
reference context > Encounter EpisodeOfCare
date entered-date
reference enterer > Practitioner PractitionerRole Organization Patient Device RelatedPerson
number factor-override
token identifier
date occurrence occurrenceDateTime|occurrencePeriod|occurrenceTiming
reference patient subject > Patient
reference performer-actor performer.actor > Practitioner PractitionerRole Organization CareTeam Patient Device \
RelatedPerson
token performer-function performer.function
reference performing-organization > Organization
quantity price-override
quantity quantity
reference requesting-organization > Organization
reference service > DiagnosticReport ImagingStudy Immunization MedicationAdministration MedicationDispense Observation \
Procedure SupplyDelivery
reference subject > Patient Group`,
  ChargeItemDefinition: `token context useContext.valueCodeableConcept
quantity context-quantity useContext.valueQuantity|useContext.valueRange
token context-type useContext.code
composite context-type-quantity useContext context-type=code context-quantity=valueQuantity|valueRange
composite context-type-value useContext context-type=code context=valueCodeableConcept
date date
string description
date effective effectivePeriod
token identifier
token jurisdiction
string publisher
token status
string title
uri url
token version`,
  Claim: `reference care-team careTeam.provider > Practitioner PractitionerRole Organization
date created
reference detail-udi item.detail.udi > Device
reference encounter item.encounter > Encounter
reference enterer > Practitioner PractitionerRole
reference facility > Location
token identifier
reference insurer > Organization
reference item-udi item.udi > Device
reference patient > Patient
reference payee payee.party > Practitioner PractitionerRole Organization Patient RelatedPerson
token priority
reference procedure-udi procedure.udi > Device
reference provider > Practitioner PractitionerRole Organization
token status
reference subdetail-udi item.detail.subDetail.udi > Device
token use`,
  ClaimResponse: `date created
string disposition
token identifier
reference insurer > Organization
token outcome
reference patient > Patient
date payment-date payment.date
reference request > Claim
reference requestor > Practitioner PractitionerRole Organization
token status
token use`,
  ClinicalImpression: `reference assessor > Practitioner PractitionerRole
date date
reference encounter > Encounter
token finding-code finding.itemCodeableConcept
reference finding-ref finding.itemReference > Condition Observation Media
token identifier
reference investigation investigation.item > Observation QuestionnaireResponse FamilyMemberHistory DiagnosticReport \
RiskAssessment ImagingStudy Media
reference patient subject > Patient
reference previous > ClinicalImpression
reference problem > Condition AllergyIntolerance
token status
reference subject > Patient Group
reference supporting-info`,
  CodeSystem: `token code concept.code
token content-mode content
token context useContext.valueCodeableConcept
quantity context-quantity useContext.valueQuantity|useContext.valueRange
token context-type useContext.code
composite context-type-quantity useContext context-type=code context-quantity=valueQuantity|valueRange
composite context-type-value useContext context-type=code context=valueCodeableConcept
date date
string description
token identifier
token jurisdiction
token language concept.designation.language
string name
string publisher
token status
reference supplements > CodeSystem
uri system url
string title
uri url
token version`,
  Communication: `reference based-on
token category
reference encounter > Encounter
token identifier
reference instantiates-canonical > PlanDefinition ActivityDefinition Measure OperationDefinition Questionnaire
uri instantiates-uri
token medium
reference part-of
reference patient subject > Patient
date received
reference recipient > Device Organization Patient Practitioner PractitionerRole RelatedPerson Group CareTeam \
HealthcareService
reference sender > Device Organization Patient Practitioner PractitionerRole RelatedPerson HealthcareService
date sent
token status
reference subject > Patient Group`,
  CommunicationRequest: `date authored authoredOn
reference based-on
token category
reference encounter > Encounter
token group-identifier
token identifier
token medium
date occurrence occurrenceDateTime
reference patient subject > Patient
token priority
reference recipient > Device Organization Patient Practitioner PractitionerRole RelatedPerson Group CareTeam \
HealthcareService
reference replaces > CommunicationRequest
reference requester > Practitioner PractitionerRole Organization Patient RelatedPerson Device
reference sender > Device Organization Patient Practitioner PractitionerRole RelatedPerson HealthcareService
token status
reference subject > Patient Group`,
  CompartmentDefinition: `token code
token context useContext.valueCodeableConcept
quantity context-quantity useContext.valueQuantity|useContext.valueRange
token context-type useContext.code
composite context-type-quantity useContext context-type=code context-quantity=valueQuantity|valueRange
composite context-type-value useContext context-type=code context=valueCodeableConcept
date date
string description
string name
string publisher
token resource resource.code
token status
uri url
token version`,
  Composition: `reference attester attester.party > Patient RelatedPerson Practitioner PractitionerRole Organization
reference author > Practitioner PractitionerRole Device Patient RelatedPerson Organization
token category
token confidentiality
token context event.code
date date
reference encounter > Encounter
reference entry section.entry
token identifier
reference patient subject > Patient
date period event.period
token related-id relatesTo.targetIdentifier
reference related-ref relatesTo.targetReference > Composition
token section section.code
token status
reference subject
string title
token type`,
  ConceptMap: `token context useContext.valueCodeableConcept
quantity context-quantity useContext.valueQuantity|useContext.valueRange
token context-type useContext.code
composite context-type-quantity useContext context-type=code context-quantity=valueQuantity|valueRange
composite context-type-value useContext context-type=code context=valueCodeableConcept
date date
uri dependson group.element.target.dependsOn.property
string description
token identifier
token jurisdiction
string name
reference other group.unmapped.url > ConceptMap
uri product group.element.target.product.property
string publisher
reference source sourceCanonical > ValueSet
token source-code group.element.code
uri source-system group.source
reference source-uri
token status
reference target targetCanonical > ValueSet
token target-code group.element.target.code
uri target-system group.target
reference target-uri
string title
uri url
token version`,
  Condition: `quantity abatement-age abatementAge|abatementRange
date abatement-date abatementDateTime|abatementPeriod
string abatement-string
reference asserter > Practitioner PractitionerRole Patient RelatedPerson
token body-site
token category
token clinical-status
token code
reference encounter > Encounter
token evidence evidence.code
reference evidence-detail evidence.detail
token identifier
quantity onset-age onsetAge|onsetRange
date onset-date onsetDateTime|onsetPeriod
string onset-info onsetString
reference patient subject > Patient
date recorded-date
token severity
token stage stage.summary
reference subject > Patient Group
token verification-status`,
  Consent: `token action provision.action
reference actor provision.actor.reference > Device Group CareTeam Organization Patient Practitioner RelatedPerson \
PractitionerRole
token category
reference consentor performer > Organization Patient Practitioner RelatedPerson PractitionerRole
reference data provision.data.reference
date date dateTime
token identifier
reference organization > Organization
reference patient > Patient
date period provision.period
token purpose provision.purpose
token scope
token security-label provision.securityLabel
reference source-reference > Consent DocumentReference Contract QuestionnaireResponse
token status`,
  Contract: `reference authority > Organization
reference domain > Location
token identifier
uri instantiates instantiatesUri
date issued
reference patient subject > Patient
reference signer signer.party > Organization Patient Practitioner PractitionerRole RelatedPerson
token status
reference subject
uri url`,
  Coverage: `reference beneficiary > Patient
token class-type class.type
string class-value class.value
string dependent
token identifier
reference patient beneficiary > Patient
reference payor > Organization Patient RelatedPerson
reference policy-holder > Patient RelatedPerson Organization
token status
reference subscriber > Patient RelatedPerson
token type`,
  CoverageEligibilityRequest: `date created
reference enterer > Practitioner PractitionerRole
reference facility > Location
token identifier
reference patient > Patient
reference provider > Practitioner PractitionerRole Organization
token status`,
  CoverageEligibilityResponse: `date created
string disposition
token identifier
reference insurer > Organization
token outcome
reference patient > Patient
reference request > CoverageEligibilityRequest
reference requestor > Practitioner PractitionerRole Organization
token status`,
  DetectedIssue: `reference author > Practitioner PractitionerRole Device
token code
date identified identifiedDateTime|identifiedPeriod
token identifier
reference implicated
reference patient > Patient`,
  Device: `string device-name deviceName.name|type.coding.display|type.text
token identifier
reference location > Location
string manufacturer
string model modelNumber
reference organization owner > Organization
reference patient > Patient
token status
token type
string udi-carrier udiCarrier.carrierHRF
string udi-di udiCarrier.deviceIdentifier
uri url`,
  DeviceDefinition: `token identifier
reference parent parentDevice > DeviceDefinition
token type`,
  DeviceMetric: `token category
token identifier
reference parent > Device
reference source > Device
token type`,
  DeviceRequest: `date authored-on
reference based-on
token code codeCodeableConcept
reference device codeReference > Device
reference encounter > Encounter
date event-date occurrenceDateTime|occurrencePeriod
token group-identifier
token identifier
reference instantiates-canonical > ActivityDefinition PlanDefinition
uri instantiates-uri
reference insurance > Coverage ClaimResponse
token intent
reference patient subject > Patient
reference performer > Practitioner PractitionerRole Organization CareTeam HealthcareService Patient Device RelatedPerson
reference prior-request
reference requester > Device Practitioner PractitionerRole Organization
token status
reference subject > Patient Group Location Device`,
  DeviceUseStatement: `reference device > Device
token identifier
reference patient subject > Patient Group
reference subject > Patient Group`,
  DiagnosticReport: `reference based-on > CarePlan ImmunizationRecommendation MedicationRequest NutritionOrder \
ServiceRequest
token category
token code
token conclusion conclusionCode
date date effectiveDateTime|effectivePeriod
reference encounter > Encounter
token identifier
date issued
reference media media.link > Media
reference patient subject > Patient
reference performer > Practitioner PractitionerRole Organization CareTeam
reference result > Observation
reference results-interpreter > Practitioner PractitionerRole Organization CareTeam
reference specimen > Specimen
token status
reference subject > Patient Group Device Location`,
  DocumentManifest: `reference author > Practitioner PractitionerRole Organization Device Patient RelatedPerson
date created
string description
token identifier masterIdentifier|identifier
reference item content
reference patient subject > Patient
reference recipient > Patient Practitioner PractitionerRole RelatedPerson Organization
token related-id related.identifier
reference related-ref related.ref
uri source
token status
reference subject > Patient Practitioner Group Device
token type`,
  DocumentReference: `reference authenticator > Practitioner PractitionerRole Organization
reference author > Practitioner PractitionerRole Organization Device Patient RelatedPerson
token category
token contenttype content.attachment.contentType
reference custodian > Organization
date date
string description
reference encounter context.encounter > Encounter EpisodeOfCare
token event context.event
token facility context.facilityType
token format content.format
token identifier masterIdentifier|identifier
token language content.attachment.language
uri location content.attachment.url
reference patient subject > Patient
date period context.period
reference related context.related
reference relatesto relatesTo.target > DocumentReference
token relation relatesTo.code
composite relationship relatesTo relation=code relatesto=target
token security-label
token setting context.practiceSetting
token status
reference subject > Patient Practitioner Group Device
token type`,
  EffectEvidenceSynthesis: `token context useContext.valueCodeableConcept
quantity context-quantity useContext.valueQuantity|useContext.valueRange
token context-type useContext.code
composite context-type-quantity useContext context-type=code context-quantity=valueQuantity|valueRange
composite context-type-value useContext context-type=code context=valueCodeableConcept
date date
string description
date effective effectivePeriod
token identifier
token jurisdiction
string name
string publisher
token status
string title
uri url
token version`,
  Encounter: `reference account > Account
reference appointment > Appointment
reference based-on > ServiceRequest
token class
date date period
reference diagnosis diagnosis.condition > Condition Procedure
reference episode-of-care > EpisodeOfCare
token identifier
quantity length
reference location location.location > Location
date location-period location.period
reference part-of > Encounter
reference participant participant.individual > Practitioner PractitionerRole RelatedPerson
token participant-type participant.type
reference patient subject > Patient
reference practitioner participant.individual > Practitioner
token reason-code
reference reason-reference > Condition Procedure Observation ImmunizationRecommendation
reference service-provider > Organization
token special-arrangement hospitalization.specialArrangement
token status
reference subject > Patient Group
token type`,
  Endpoint: `token connection-type
token identifier
string name
reference organization managingOrganization > Organization
token payload-type
token status`,
  EnrollmentRequest: `token identifier
reference patient candidate > Patient
token status
reference subject candidate > Patient`,
  EnrollmentResponse: `token identifier
reference request > EnrollmentRequest
token status`,
  EpisodeOfCare: `reference care-manager > Practitioner
reference condition diagnosis.condition > Condition
date date period
token identifier
reference incoming-referral referralRequest > ServiceRequest
reference organization managingOrganization > Organization
reference patient > Patient
token status
token type`,
  EventDefinition: `reference composed-of relatedArtifact[type=composed-of].resource
token context useContext.valueCodeableConcept
quantity context-quantity useContext.valueQuantity|useContext.valueRange
token context-type useContext.code
composite context-type-quantity useContext context-type=code context-quantity=valueQuantity|valueRange
composite context-type-value useContext context-type=code context=valueCodeableConcept
date date
reference depends-on relatedArtifact[type=depends-on].resource
reference derived-from relatedArtifact[type=derived-from].resource
string description
date effective effectivePeriod
token identifier
token jurisdiction
string name
reference predecessor relatedArtifact[type=predecessor].resource
string publisher
token status
reference successor relatedArtifact[type=successor].resource
string title
token topic
uri url
token version`,
  Evidence: `reference composed-of relatedArtifact[type=composed-of].resource
token context useContext.valueCodeableConcept
quantity context-quantity useContext.valueQuantity|useContext.valueRange
token context-type useContext.code
composite context-type-quantity useContext context-type=code context-quantity=valueQuantity|valueRange
composite context-type-value useContext context-type=code context=valueCodeableConcept
date date
reference depends-on relatedArtifact[type=depends-on].resource
reference derived-from relatedArtifact[type=derived-from].resource
string description
date effective effectivePeriod
token identifier
token jurisdiction
string name
reference predecessor relatedArtifact[type=predecessor].resource
string publisher
token status
reference successor relatedArtifact[type=successor].resource
string title
token topic
uri url
token version`,
  EvidenceVariable: `reference composed-of relatedArtifact[type=composed-of].resource
token context useContext.valueCodeableConcept
quantity context-quantity useContext.valueQuantity|useContext.valueRange
token context-type useContext.code
composite context-type-quantity useContext context-type=code context-quantity=valueQuantity|valueRange
composite context-type-value useContext context-type=code context=valueCodeableConcept
date date
reference depends-on relatedArtifact[type=depends-on].resource
reference derived-from relatedArtifact[type=derived-from].resource
string description
date effective effectivePeriod
token identifier
token jurisdiction
string name
reference predecessor relatedArtifact[type=predecessor].resource
string publisher
token status
reference successor relatedArtifact[type=successor].resource
string title
token topic
uri url
token version`,
  ExampleScenario: `token context useContext.valueCodeableConcept
quantity context-quantity useContext.valueQuantity|useContext.valueRange
token context-type useContext.code
composite context-type-quantity useContext context-type=code context-quantity=valueQuantity|valueRange
composite context-type-value useContext context-type=code context=valueCodeableConcept
date date
token identifier
token jurisdiction
string name
string publisher
token status
uri url
token version`,
  ExplanationOfBenefit: `reference care-team careTeam.provider > Practitioner PractitionerRole Organization
reference claim > Claim
reference coverage insurance.coverage > Coverage
date created
reference detail-udi item.detail.udi > Device
string disposition
reference encounter item.encounter > Encounter
reference enterer > Practitioner PractitionerRole
reference facility > Location
token identifier
reference item-udi item.udi > Device
reference patient > Patient
reference payee payee.party > Practitioner PractitionerRole Organization Patient RelatedPerson
reference procedure-udi procedure.udi > Device
reference provider > Practitioner PractitionerRole Organization
token status
reference subdetail-udi item.detail.subDetail.udi > Device`,
  FamilyMemberHistory: `token code condition.code
date date
token identifier
reference instantiates-canonical > PlanDefinition Questionnaire ActivityDefinition Measure OperationDefinition
uri instantiates-uri
reference patient > Patient
token relationship
token sex
token status`,
  Flag: `reference author > Device Organization Patient Practitioner PractitionerRole
date date period
reference encounter > Encounter
token identifier
reference patient subject > Patient
reference subject > Patient Location Group Organization Practitioner PlanDefinition Medication Procedure`,
  Goal: `token achievement-status
token category
token identifier
token lifecycle-status
reference patient subject > Patient
date start-date
reference subject > Patient Group Organization
date target-date target.dueDate`,
  GraphDefinition: `token context useContext.valueCodeableConcept
quantity context-quantity useContext.valueQuantity|useContext.valueRange
token context-type useContext.code
composite context-type-quantity useContext context-type=code context-quantity=valueQuantity|valueRange
composite context-type-value useContext context-type=code context=valueCodeableConcept
date date
string description
token jurisdiction
string name
string publisher
token start
token status
uri url
token version`,
  Group: `token actual
token characteristic characteristic.code
composite characteristic-value characteristic characteristic=code value=valueCodeableConcept|valueBoolean
token code
token exclude characteristic.exclude
token identifier
reference managing-entity > Organization RelatedPerson Practitioner PractitionerRole
reference member member.entity > Patient Practitioner PractitionerRole Device Medication Substance Group
token type
token value characteristic.valueCodeableConcept|characteristic.valueBoolean`,
  GuidanceResponse: `token identifier
reference patient subject > Patient
token request requestIdentifier
reference subject > Patient Group`,
  HealthcareService: `token active
token characteristic
reference coverage-area > Location
reference endpoint > Endpoint
token identifier
reference location > Location
string name
reference organization providedBy > Organization
token program
token service-category category
token service-type type
token specialty`,
  ImagingStudy: `reference basedon basedOn > CarePlan ServiceRequest Appointment AppointmentResponse Task
token bodysite series.bodySite
token dicom-class series.instance.sopClass
reference encounter > Encounter
reference endpoint endpoint|series.endpoint > Endpoint
token identifier
token instance series.instance.uid
reference interpreter > Practitioner PractitionerRole
token modality series.modality
reference patient subject > Patient
reference performer series.performer.actor > Practitioner PractitionerRole Organization CareTeam Patient Device \
RelatedPerson
token reason reasonCode
reference referrer > Practitioner PractitionerRole
token series series.uid
date started
token status
reference subject > Patient Device Group`,
  Immunization: `date date occurrenceDateTime
token identifier
reference location > Location
string lot-number
reference manufacturer > Organization
reference patient > Patient
reference performer performer.actor > Practitioner PractitionerRole Organization
reference reaction reaction.detail > Observation
date reaction-date reaction.date
token reason-code
reference reason-reference > Condition Observation DiagnosticReport
string series protocolApplied.series
token status
token status-reason
token target-disease protocolApplied.targetDisease
token vaccine-code`,
  ImmunizationEvaluation: `date date
token dose-status
token identifier
reference immunization-event > Immunization
reference patient > Patient
token status
token target-disease`,
  ImmunizationRecommendation: `date date
token identifier
reference information recommendation.supportingPatientInformation
reference patient > Patient
token status recommendation.forecastStatus
reference support recommendation.supportingImmunization > Immunization ImmunizationEvaluation
token target-disease recommendation.targetDisease
token vaccine-type recommendation.vaccineCode`,
  ImplementationGuide: `token context useContext.valueCodeableConcept
quantity context-quantity useContext.valueQuantity|useContext.valueRange
token context-type useContext.code
composite context-type-quantity useContext context-type=code context-quantity=valueQuantity|valueRange
composite context-type-value useContext context-type=code context=valueCodeableConcept
date date
reference depends-on dependsOn.uri > ImplementationGuide
string description
token experimental
reference global global.profile > StructureDefinition
token jurisdiction
string name
string publisher
reference resource definition.resource.reference
token status
string title
uri url
token version`,
  InsurancePlan: `string address contact.address
string address-city contact.address.city
string address-country contact.address.country
string address-postalcode contact.address.postalCode
string address-state contact.address.state
token address-use contact.address.use
reference administered-by > Organization
reference endpoint > Endpoint
token identifier
string name name|alias
reference owned-by > Organization
string phonetic name
token status
token type`,
  Invoice: `reference account > Account
date date
token identifier
reference issuer > Organization
reference participant participant.actor > Practitioner Organization Patient PractitionerRole Device RelatedPerson
token participant-role participant.role
reference patient subject > Patient
reference recipient > Organization Patient RelatedPerson
token status
reference subject > Patient Group
quantity totalgross totalGross
quantity totalnet totalNet
token type`,
  Library: `reference composed-of relatedArtifact[type=composed-of].resource
token content-type content.contentType
token context useContext.valueCodeableConcept
quantity context-quantity useContext.valueQuantity|useContext.valueRange
token context-type useContext.code
composite context-type-quantity useContext context-type=code context-quantity=valueQuantity|valueRange
composite context-type-value useContext context-type=code context=valueCodeableConcept
date date
reference depends-on relatedArtifact[type=depends-on].resource
reference derived-from relatedArtifact[type=derived-from].resource
string description
date effective effectivePeriod
token identifier
token jurisdiction
string name
reference predecessor relatedArtifact[type=predecessor].resource
string publisher
token status
reference successor relatedArtifact[type=successor].resource
string title
token topic
token type
uri url
token version`,
  Linkage: `reference author > Practitioner PractitionerRole Organization
reference item item.resource
reference source item.resource`,
  List: `token code
date date
token empty-reason
reference encounter > Encounter
token identifier
reference item entry.item
string notes note.text
reference patient subject > Patient
reference source > Practitioner PractitionerRole Patient Device
token status
reference subject > Patient Group Device Location
string title`,
  Location: `string address
string address-city address.city
string address-country address.country
string address-postalcode address.postalCode
string address-state address.state
token address-use address.use
reference endpoint > Endpoint
token identifier
string name name|alias
token operational-status
reference organization managingOrganization > Organization
reference partof partOf > Location
token status
token type`,
  Measure: `reference composed-of relatedArtifact[type=composed-of].resource
token context useContext.valueCodeableConcept
quantity context-quantity useContext.valueQuantity|useContext.valueRange
token context-type useContext.code
composite context-type-quantity useContext context-type=code context-quantity=valueQuantity|valueRange
composite context-type-value useContext context-type=code context=valueCodeableConcept
date date
reference depends-on relatedArtifact[type=depends-on].resource|library
reference derived-from relatedArtifact[type=derived-from].resource
string description
date effective effectivePeriod
token identifier
token jurisdiction
string name
reference predecessor relatedArtifact[type=predecessor].resource
string publisher
token status
reference successor relatedArtifact[type=successor].resource
string title
token topic
uri url
token version`,
  MeasureReport: `date date
reference evaluated-resource
token identifier
reference measure > Measure
reference patient subject > Patient
date period
reference reporter > Practitioner PractitionerRole Location Organization
token status
reference subject > Patient Practitioner PractitionerRole Location Device RelatedPerson Group`,
  Media: `reference based-on > ServiceRequest CarePlan
date created createdDateTime|createdPeriod
reference device > Device DeviceMetric
reference encounter > Encounter
token identifier
token modality
reference operator > Practitioner PractitionerRole Organization CareTeam Patient Device RelatedPerson
reference patient subject > Patient
token site bodySite
token status
reference subject > Patient Practitioner PractitionerRole Group Device Specimen Location
token type
token view`,
  Medication: `token code
date expiration-date batch.expirationDate
token form
token identifier
reference ingredient ingredient.itemReference > Substance Medication
token ingredient-code ingredient.itemCodeableConcept
token lot-number batch.lotNumber
reference manufacturer > Organization
token status`,
  MedicationAdministration: `token code medicationCodeableConcept
reference context > Encounter EpisodeOfCare
reference device > Device
date effective-time effectiveDateTime|effectivePeriod
token identifier
reference medication medicationReference > Medication
reference patient subject > Patient
reference performer performer.actor > Practitioner PractitionerRole Patient RelatedPerson Device
token reason-given reasonCode
token reason-not-given statusReason
reference request > MedicationRequest
token status
reference subject > Patient Group`,
  MedicationDispense: `token code medicationCodeableConcept
reference context > Encounter EpisodeOfCare
reference destination > Location
token identifier
reference medication medicationReference > Medication
reference patient subject > Patient
reference performer performer.actor > Practitioner PractitionerRole Organization Patient Device RelatedPerson
reference prescription authorizingPrescription > MedicationRequest
reference receiver > Patient Practitioner
reference responsibleparty substitution.responsibleParty > Practitioner PractitionerRole
token status
reference subject > Patient Group
token type
date whenhandedover whenHandedOver
date whenprepared whenPrepared`,
  MedicationKnowledge: `token classification medicineClassification.classification
token classification-type medicineClassification.type
token code
token doseform doseForm
reference ingredient ingredient.itemReference > Substance
token ingredient-code ingredient.itemCodeableConcept
reference manufacturer > Organization
token monitoring-program-name monitoringProgram.name
token monitoring-program-type monitoringProgram.type
reference monograph monograph.source > DocumentReference Media
token monograph-type monograph.type
token source-cost cost.source
token status`,
  MedicationRequest: `date authoredon authoredOn
token category
token code medicationCodeableConcept
date date dosageInstruction.timing.event
reference encounter > Encounter
token identifier
reference intended-dispenser dispenseRequest.performer > Organization
reference intended-performer performer > Practitioner PractitionerRole Organization Patient Device RelatedPerson \
CareTeam
token intended-performertype performerType
token intent
reference medication medicationReference > Medication
reference patient subject > Patient
token priority
reference requester > Practitioner PractitionerRole Organization Patient RelatedPerson Device
token status
reference subject > Patient Group`,
  MedicationStatement: `token category
token code medicationCodeableConcept
reference context > Encounter EpisodeOfCare
date effective effectiveDateTime|effectivePeriod
token identifier
reference medication medicationReference > Medication
reference part-of > MedicationAdministration MedicationDispense MedicationStatement Procedure Observation
reference patient subject > Patient
reference source informationSource > Patient Practitioner PractitionerRole RelatedPerson Organization
token status
reference subject > Patient Group`,
  MedicinalProduct: `token identifier
string name name.productName
token name-language name.countryLanguage.language`,
  MedicinalProductAuthorization: `token country
reference holder > Organization
token identifier
token status
reference subject > MedicinalProduct MedicinalProductPackaged`,
  MedicinalProductContraindication: `reference subject > MedicinalProduct Medication`,
  MedicinalProductIndication: `reference subject > MedicinalProduct Medication`,
  MedicinalProductInteraction: `reference subject > MedicinalProduct Medication Substance`,
  MedicinalProductPackaged: `token identifier
reference subject > MedicinalProduct`,
  MedicinalProductPharmaceutical: `token identifier
token route routeOfAdministration.code
token target-species routeOfAdministration.targetSpecies.code`,
  MedicinalProductUndesirableEffect: `reference subject > MedicinalProduct Medication`,
  MessageDefinition: `token category
token context useContext.valueCodeableConcept
quantity context-quantity useContext.valueQuantity|useContext.valueRange
token context-type useContext.code
composite context-type-quantity useContext context-type=code context-quantity=valueQuantity|valueRange
composite context-type-value useContext context-type=code context=valueCodeableConcept
date date
string description
token event eventCoding|eventUri
token focus focus.code
token identifier
token jurisdiction
string name
reference parent > ActivityDefinition PlanDefinition
string publisher
token status
string title
uri url
token version`,
  MessageHeader: `reference author > Practitioner PractitionerRole
token code response.code
string destination destination.name
uri destination-uri destination.endpoint
reference enterer > Practitioner PractitionerRole
token event eventCoding|eventUri
reference focus
reference receiver destination.receiver > Practitioner PractitionerRole Organization
token response-id response.identifier
reference responsible > Practitioner PractitionerRole Organization
reference sender > Practitioner PractitionerRole Organization
string source source.name
uri source-uri source.endpoint
reference target destination.target > Device`,
  MolecularSequence: `token chromosome referenceSeq.chromosome
composite chromosome-window-coordinate referenceSeq chromosome=chromosome window-start=windowStart window-end=windowEnd
token identifier
reference patient > Patient
token referenceseqid referenceSeq.referenceSeqId
composite referenceseqid-window-coordinate referenceSeq referenceseqid=referenceSeqId window-start=windowStart \
window-end=windowEnd
token type
number variant-end variant.end
number variant-start variant.start
number window-end referenceSeq.windowEnd
number window-start referenceSeq.windowStart`,
  NamingSystem: `string contact contact.name
token context useContext.valueCodeableConcept
quantity context-quantity useContext.valueQuantity|useContext.valueRange
token context-type useContext.code
composite context-type-quantity useContext context-type=code context-quantity=valueQuantity|valueRange
composite context-type-value useContext context-type=code context=valueCodeableConcept
date date
string description
token id-type uniqueId.type
token jurisdiction
token kind
string name
date period uniqueId.period
string publisher
string responsible
token status
token telecom contact.telecom
token type
string value uniqueId.value`,
  NutritionOrder: `token additive enteralFormula.additiveType
date datetime dateTime
reference encounter > Encounter
token formula enteralFormula.baseFormulaType
token identifier
reference instantiates-canonical > ActivityDefinition PlanDefinition
uri instantiates-uri
token oraldiet oralDiet.type
reference patient > Patient
reference provider orderer > Practitioner PractitionerRole
token status
token supplement supplement.type`,
  Observation: `reference based-on > CarePlan DeviceRequest ImmunizationRecommendation MedicationRequest \
NutritionOrder ServiceRequest
token category
token code
composite code-value-concept . code=code value-concept=valueCodeableConcept
composite code-value-date . code=code value-date=valueDateTime|valuePeriod
composite code-value-quantity . code=code value-quantity=valueQuantity
composite code-value-string . code=code value-string=valueString
token combo-code code|component.code
composite combo-code-value-concept .|component combo-code=code combo-value-concept=valueCodeableConcept
composite combo-code-value-quantity .|component combo-code=code combo-value-quantity=valueQuantity
token combo-data-absent-reason dataAbsentReason|component.dataAbsentReason
token combo-value-concept valueCodeableConcept|component.valueCodeableConcept
quantity combo-value-quantity valueQuantity|component.valueQuantity
token component-code component.code
composite component-code-value-concept component component-code=code component-value-concept=valueCodeableConcept
composite component-code-value-quantity component component-code=code component-value-quantity=valueQuantity
token component-data-absent-reason component.dataAbsentReason
token component-value-concept component.valueCodeableConcept
quantity component-value-quantity component.valueQuantity
token data-absent-reason
date date effectiveDateTime|effectivePeriod|effectiveTiming|effectiveInstant
reference derived-from > DocumentReference ImagingStudy Media QuestionnaireResponse Observation MolecularSequence
reference device > Device DeviceMetric
reference encounter > Encounter
reference focus
reference has-member > Observation QuestionnaireResponse MolecularSequence
token identifier
token method
reference part-of > MedicationAdministration MedicationDispense MedicationStatement Procedure Immunization ImagingStudy
reference patient subject > Patient
reference performer > Practitioner PractitionerRole Organization CareTeam Patient RelatedPerson
reference specimen > Specimen
token status
reference subject > Patient Group Device Location
token value-concept valueCodeableConcept
date value-date valueDateTime|valuePeriod
quantity value-quantity
string value-string valueString|valueCodeableConcept.text`,
  OperationDefinition: `reference base > OperationDefinition
token code
token context useContext.valueCodeableConcept
quantity context-quantity useContext.valueQuantity|useContext.valueRange
token context-type useContext.code
composite context-type-quantity useContext context-type=code context-quantity=valueQuantity|valueRange
composite context-type-value useContext context-type=code context=valueCodeableConcept
date date
string description
reference input-profile > StructureDefinition
token instance
token jurisdiction
token kind
string name
reference output-profile > StructureDefinition
string publisher
token status
token system
string title
token type
uri url
token version`,
  Organization: `token active
string address
string address-city address.city
string address-country address.country
string address-postalcode address.postalCode
string address-state address.state
token address-use address.use
reference endpoint > Endpoint
token identifier
string name name|alias
reference partof partOf > Organization
string phonetic name
token type`,
  OrganizationAffiliation: `token active
date date period
token email telecom[system=email]
reference endpoint > Endpoint
token identifier
reference location > Location
reference network > Organization
reference participating-organization > Organization
token phone telecom[system=phone]
reference primary-organization organization > Organization
token role code
reference service healthcareService > HealthcareService
token specialty
token telecom`,
  Patient: `token active
string address
string address-city address.city
string address-country address.country
string address-postalcode address.postalCode
string address-state address.state
token address-use address.use
date birthdate birthDate
date death-date deceasedDateTime
token deceased deceasedBoolean|deceasedDateTime?
token email telecom[system=email]
string family name.family
token gender
reference general-practitioner > Organization Practitioner PractitionerRole
string given name.given
token identifier
token language communication.language
reference link link.other > Patient RelatedPerson
string name
reference organization managingOrganization > Organization
token phone telecom[system=phone]
string phonetic name
token telecom`,
  PaymentNotice: `date created
token identifier
token payment-status
reference provider > Practitioner PractitionerRole Organization
reference request
reference response
token status`,
  PaymentReconciliation: `date created
string disposition
token identifier
token outcome
reference payment-issuer > Organization
reference request > Task
reference requestor > Practitioner PractitionerRole Organization
token status`,
  Person: `string address
string address-city address.city
string address-country address.country
string address-postalcode address.postalCode
string address-state address.state
token address-use address.use
date birthdate birthDate
token email telecom[system=email]
token gender
token identifier
reference link link.target > Patient Practitioner RelatedPerson Person
string name
reference organization managingOrganization > Organization
reference patient link.target > Patient
token phone telecom[system=phone]
string phonetic name
reference practitioner link.target > Practitioner
reference relatedperson link.target > RelatedPerson
token telecom`,
  PlanDefinition: `reference composed-of relatedArtifact[type=composed-of].resource
token context useContext.valueCodeableConcept
quantity context-quantity useContext.valueQuantity|useContext.valueRange
token context-type useContext.code
composite context-type-quantity useContext context-type=code context-quantity=valueQuantity|valueRange
composite context-type-value useContext context-type=code context=valueCodeableConcept
date date
reference definition action.definitionCanonical|action.definitionUri > ActivityDefinition PlanDefinition Questionnaire
reference depends-on relatedArtifact[type=depends-on].resource|library
reference derived-from relatedArtifact[type=derived-from].resource
string description
date effective effectivePeriod
token identifier
token jurisdiction
string name
reference predecessor relatedArtifact[type=predecessor].resource
string publisher
token status
reference successor relatedArtifact[type=successor].resource
string title
token topic
token type
uri url
token version`,
  Practitioner: `token active
string address
string address-city address.city
string address-country address.country
string address-postalcode address.postalCode
string address-state address.state
token address-use address.use
token communication
token email telecom[system=email]
string family name.family
token gender
string given name.given
token identifier
string name
token phone telecom[system=phone]
string phonetic name
token telecom`,
  PractitionerRole: `token active
date date period
token email telecom[system=email]
reference endpoint > Endpoint
token identifier
reference location > Location
reference organization > Organization
token phone telecom[system=phone]
reference practitioner > Practitioner
token role code
reference service healthcareService > HealthcareService
token specialty
token telecom`,
  Procedure: `reference based-on > CarePlan ServiceRequest
token category
token code
date date performedDateTime|performedPeriod
reference encounter > Encounter
token identifier
reference instantiates-canonical > PlanDefinition ActivityDefinition Measure OperationDefinition Questionnaire
uri instantiates-uri
reference location > Location
reference part-of > Procedure Observation MedicationAdministration
reference patient subject > Patient
reference performer performer.actor > Practitioner PractitionerRole Organization Patient RelatedPerson Device
token reason-code
reference reason-reference > Condition Observation Procedure DiagnosticReport DocumentReference
token status
reference subject > Patient Group`,
  Provenance: `reference agent agent.who > Practitioner PractitionerRole RelatedPerson Patient Device Organization
token agent-role agent.role
token agent-type agent.type
reference entity entity.what
reference location > Location
reference patient target > Patient
date recorded
token signature-type signature.type
reference target
date when occurredDateTime`,
  Questionnaire: `token code item.code
token context useContext.valueCodeableConcept
quantity context-quantity useContext.valueQuantity|useContext.valueRange
token context-type useContext.code
composite context-type-quantity useContext context-type=code context-quantity=valueQuantity|valueRange
composite context-type-value useContext context-type=code context=valueCodeableConcept
date date
uri definition item.definition
string description
date effective effectivePeriod
token identifier
token jurisdiction
string name
string publisher
token status
token subject-type
string title
uri url
token version`,
  QuestionnaireResponse: `reference author > Device Practitioner PractitionerRole Patient RelatedPerson Organization
date authored
reference based-on > CarePlan ServiceRequest
reference encounter > Encounter
token identifier
reference part-of > Observation Procedure
reference patient subject > Patient
reference questionnaire > Questionnaire
reference source > Patient Practitioner PractitionerRole RelatedPerson
token status
reference subject`,
  RelatedPerson: `token active
string address
string address-city address.city
string address-country address.country
string address-postalcode address.postalCode
string address-state address.state
token address-use address.use
date birthdate birthDate
token email telecom[system=email]
token gender
token identifier
string name
reference patient > Patient
token phone telecom[system=phone]
string phonetic name
token relationship
token telecom`,
  RequestGroup: `reference author > Device Practitioner PractitionerRole
date authored authoredOn
token code
reference encounter > Encounter
token group-identifier
token identifier
reference instantiates-canonical
uri instantiates-uri
token intent
reference participant action.participant > Patient Practitioner PractitionerRole RelatedPerson Device
reference patient subject > Patient
token priority
token status
reference subject > Patient Group`,
  ResearchDefinition: `reference composed-of relatedArtifact[type=composed-of].resource
token context useContext.valueCodeableConcept
quantity context-quantity useContext.valueQuantity|useContext.valueRange
token context-type useContext.code
composite context-type-quantity useContext context-type=code context-quantity=valueQuantity|valueRange
composite context-type-value useContext context-type=code context=valueCodeableConcept
date date
reference depends-on relatedArtifact[type=depends-on].resource|library
reference derived-from relatedArtifact[type=derived-from].resource
string description
date effective effectivePeriod
token identifier
token jurisdiction
string name
reference predecessor relatedArtifact[type=predecessor].resource
string publisher
token status
reference successor relatedArtifact[type=successor].resource
string title
token topic
uri url
token version`,
  ResearchElementDefinition: `reference composed-of relatedArtifact[type=composed-of].resource
token context useContext.valueCodeableConcept
quantity context-quantity useContext.valueQuantity|useContext.valueRange
token context-type useContext.code
composite context-type-quantity useContext context-type=code context-quantity=valueQuantity|valueRange
composite context-type-value useContext context-type=code context=valueCodeableConcept
date date
reference depends-on relatedArtifact[type=depends-on].resource|library
reference derived-from relatedArtifact[type=derived-from].resource
string description
date effective effectivePeriod
token identifier
token jurisdiction
string name
reference predecessor relatedArtifact[type=predecessor].resource
string publisher
token status
reference successor relatedArtifact[type=successor].resource
string title
token topic
uri url
token version`,
  ResearchStudy: `token category
date date period
token focus
token identifier
token keyword
token location
reference partof partOf > ResearchStudy
reference principalinvestigator principalInvestigator > Practitioner PractitionerRole
reference protocol > PlanDefinition
reference site > Location
reference sponsor > Organization
token status
string title`,
  ResearchSubject: `date date period
token identifier
reference individual > Patient
reference patient individual > Patient
token status
reference study > ResearchStudy`,
  RiskAssessment: `reference condition > Condition
date date occurrenceDateTime
reference encounter > Encounter
token identifier
token method
reference patient subject > Patient
reference performer > Practitioner PractitionerRole Device
number probability prediction.probabilityDecimal|prediction.probabilityRange
token risk prediction.qualitativeRisk
reference subject > Patient Group`,
  RiskEvidenceSynthesis: `token context useContext.valueCodeableConcept
quantity context-quantity useContext.valueQuantity|useContext.valueRange
token context-type useContext.code
composite context-type-quantity useContext context-type=code context-quantity=valueQuantity|valueRange
composite context-type-value useContext context-type=code context=valueCodeableConcept
date date
string description
date effective effectivePeriod
token identifier
token jurisdiction
string name
string publisher
token status
string title
uri url
token version`,
  Schedule: `token active
reference actor > Patient Practitioner PractitionerRole RelatedPerson Device HealthcareService Location
date date planningHorizon
token identifier
token service-category
token service-type
token specialty`,
  SearchParameter: `token base
token code
reference component component.definition > SearchParameter
token context useContext.valueCodeableConcept
quantity context-quantity useContext.valueQuantity|useContext.valueRange
token context-type useContext.code
composite context-type-quantity useContext context-type=code context-quantity=valueQuantity|valueRange
composite context-type-value useContext context-type=code context=valueCodeableConcept
date date
reference derived-from > SearchParameter
string description
token jurisdiction
string name
string publisher
token status
token target
token type
uri url
token version`,
  ServiceRequest: `date authored authoredOn
reference based-on > CarePlan ServiceRequest MedicationRequest
token body-site
token category
token code
reference encounter > Encounter
token identifier
reference instantiates-canonical > ActivityDefinition PlanDefinition
uri instantiates-uri
token intent
date occurrence occurrenceDateTime|occurrencePeriod|occurrenceTiming
token order-detail orderDetail.text
reference patient subject > Patient
reference performer > Practitioner PractitionerRole Organization CareTeam HealthcareService Patient Device RelatedPerson
token performer-type
token priority
reference replaces > ServiceRequest
reference requester > Practitioner PractitionerRole Organization Patient RelatedPerson Device
token requisition
reference specimen > Specimen
token status
reference subject > Patient Group Location Device`,
  Slot: `token appointment-type
token identifier
reference schedule > Schedule
token service-category
token service-type
token specialty
date start
token status`,
  Specimen: `token accession accessionIdentifier
token bodysite collection.bodySite
date collected collection.collectedDateTime|collection.collectedPeriod
reference collector collection.collector > Practitioner PractitionerRole
token container container.type
token container-id container.identifier
token identifier
reference parent > Specimen
reference patient subject > Patient
token status
reference subject > Patient Group Device Substance Location
token type`,
  SpecimenDefinition: `token container typeTested.container.type
token identifier
token type typeCollected`,
  StructureDefinition: `token abstract
reference base baseDefinition > StructureDefinition
token base-path snapshot.element.base.path|differential.element.base.path
token context useContext.valueCodeableConcept
quantity context-quantity useContext.valueQuantity|useContext.valueRange
token context-type useContext.code
composite context-type-quantity useContext context-type=code context-quantity=valueQuantity|valueRange
composite context-type-value useContext context-type=code context=valueCodeableConcept
date date
token derivation
string description
token experimental
token ext-context context.type
token identifier
token jurisdiction
token keyword
token kind
string name
token path snapshot.element.path|differential.element.path
string publisher
token status
string title
uri type
uri url
reference valueset snapshot.element.binding.valueSet > ValueSet
token version`,
  StructureMap: `token context useContext.valueCodeableConcept
quantity context-quantity useContext.valueQuantity|useContext.valueRange
token context-type useContext.code
composite context-type-quantity useContext context-type=code context-quantity=valueQuantity|valueRange
composite context-type-value useContext context-type=code context=valueCodeableConcept
date date
string description
token identifier
token jurisdiction
string name
string publisher
token status
string title
uri url
token version`,
  Subscription: `token contact
string criteria
token payload channel.payload
token status
token type channel.type
uri url channel.endpoint`,
  Substance: `token category
token code code|ingredient.substanceCodeableConcept
token container-identifier instance.identifier
date expiry instance.expiry
token identifier
quantity quantity instance.quantity
token status
reference substance-reference ingredient.substanceReference > Substance`,
  SubstanceSpecification: `token code code.code`,
  SupplyDelivery: `token identifier
reference patient > Patient
reference receiver > Practitioner PractitionerRole
token status
reference supplier > Practitioner PractitionerRole Organization`,
  SupplyRequest: `token category
date date authoredOn
token identifier
reference requester > Practitioner PractitionerRole Organization Patient RelatedPerson Device
token status
reference subject deliverTo > Organization Location Patient
reference supplier > Organization HealthcareService`,
  Task: `date authored-on
reference based-on
token business-status
token code
reference encounter > Encounter
reference focus
token group-identifier
token identifier
token intent
date modified lastModified
reference owner > Practitioner PractitionerRole Organization CareTeam HealthcareService Patient Device RelatedPerson
reference part-of > Task
reference patient for > Patient
token performer performerType
date period executionPeriod
token priority
reference requester > Device Organization Patient Practitioner PractitionerRole RelatedPerson
token status
reference subject for`,
  TerminologyCapabilities: `token context useContext.valueCodeableConcept
quantity context-quantity useContext.valueQuantity|useContext.valueRange
token context-type useContext.code
composite context-type-quantity useContext context-type=code context-quantity=valueQuantity|valueRange
composite context-type-value useContext context-type=code context=valueCodeableConcept
date date
string description
token jurisdiction
string name
string publisher
token status
string title
uri url
token version`,
  TestReport: `token identifier
date issued
uri participant participant.uri
token result
string tester
reference testscript testScript > TestScript`,
  TestScript: `token context useContext.valueCodeableConcept
quantity context-quantity useContext.valueQuantity|useContext.valueRange
token context-type useContext.code
composite context-type-quantity useContext context-type=code context-quantity=valueQuantity|valueRange
composite context-type-value useContext context-type=code context=valueCodeableConcept
date date
string description
token identifier
token jurisdiction
string name
string publisher
token status
string testscript-capability metadata.capability.description
string title
uri url
token version`,
  ValueSet: `token code expansion.contains.code|compose.include.concept.code
token context useContext.valueCodeableConcept
quantity context-quantity useContext.valueQuantity|useContext.valueRange
token context-type useContext.code
composite context-type-quantity useContext context-type=code context-quantity=valueQuantity|valueRange
composite context-type-value useContext context-type=code context=valueCodeableConcept
date date
string description
uri expansion expansion.identifier
token identifier
token jurisdiction
string name
string publisher
uri reference compose.include.system
token status
string title
uri url
token version`,
  VerificationResult: `reference target`,
  VisionPrescription: `date datewritten dateWritten
reference encounter > Encounter
token identifier
reference patient > Patient
reference prescriber > Practitioner PractitionerRole
token status`,
}
