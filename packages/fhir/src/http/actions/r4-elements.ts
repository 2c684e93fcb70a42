// Printed by scripts/print-search-parameters.ts from the definitions of FHIR R4, so it is long: do not edit.

/**
 * The elements of each resource type of FHIR R4, without those that all types have: `!` marks what is mandatory, `+`
 * what belongs to the summary, `[x]` what is written with its type (`valueQuantity`).
 */
export const r4Elements: Readonly<Record<string, string>> = {
  Account: 'identifier+ status!+ type+ name+ subject+ servicePeriod+ coverage+ owner+ description+ guarantor partOf',
  ActivityDefinition:
    'url+ identifier+ version+ name+ title+ subtitle status!+ experimental+ subject[x] date+ publisher+ ' +
    'contact+ description+ useContext+ jurisdiction+ purpose usage copyright approvalDate lastReviewDate ' +
    'effectivePeriod+ topic author editor reviewer endorser relatedArtifact library kind+ profile code+ intent ' +
    'priority doNotPerform+ timing[x] location participant product[x] quantity dosage bodySite ' +
    'specimenRequirement observationRequirement observationResultRequirement transform dynamicValue',
  AdverseEvent:
    'identifier+ actuality!+ category+ event+ subject!+ encounter+ date+ detected+ recordedDate+ ' +
    'resultingCondition+ location+ seriousness+ severity+ outcome+ recorder+ contributor+ suspectEntity+ ' +
    'subjectMedicalHistory+ referenceDocument+ study+',
  AllergyIntolerance:
    'identifier+ clinicalStatus+ verificationStatus+ type+ category+ criticality+ code+ patient!+ encounter ' +
    'onset[x] recordedDate recorder asserter+ lastOccurrence note reaction',
  Appointment:
    'identifier+ status!+ cancelationReason+ serviceCategory+ serviceType+ specialty+ appointmentType+ ' +
    'reasonCode+ reasonReference priority description supportingInformation start+ end+ minutesDuration slot ' +
    'created comment patientInstruction basedOn participant! requestedPeriod',
  AppointmentResponse: 'identifier+ appointment!+ start end participantType+ actor+ participantStatus!+ comment',
  AuditEvent: 'type!+ subtype+ action+ period recorded!+ outcome+ outcomeDesc+ purposeOfEvent+ agent! source! entity',
  Basic: 'identifier+ code!+ subject+ created+ author+',
  Binary: 'contentType!+ securityContext+ data url+',
  BiologicallyDerivedProduct:
    'identifier+ productCategory productCode status request quantity parent collection processing manipulation ' +
    'storage',
  BodyStructure: 'identifier+ active+ morphology+ location+ locationQualifier description+ image patient!+',
  Bundle: 'identifier+ type!+ timestamp+ total+ link+ entry+ signature+',
  CapabilityStatement:
    'url+ version+ name+ title+ status!+ experimental+ date!+ publisher+ contact+ description useContext+ ' +
    'jurisdiction+ purpose copyright kind!+ instantiates+ imports+ software+ implementation+ fhirVersion!+ ' +
    'format!+ patchFormat+ implementationGuide+ rest+ messaging+ document+',
  CarePlan:
    'identifier+ instantiatesCanonical+ instantiatesUri+ basedOn+ replaces+ partOf+ status!+ intent!+ category+ ' +
    'title+ description+ subject!+ encounter+ period+ created+ author+ contributor careTeam addresses+ ' +
    'supportingInfo goal activity note',
  CareTeam:
    'identifier+ status+ category+ name+ subject+ encounter+ period+ participant reasonCode reasonReference ' +
    'managingOrganization+ telecom note',
  CatalogEntry:
    'identifier+ type orderable!+ referencedItem!+ additionalIdentifier classification status validityPeriod ' +
    'validTo lastUpdated additionalCharacteristic additionalClassification relatedEntry',
  ChargeItem:
    'identifier+ definitionUri definitionCanonical status!+ partOf code!+ subject!+ context+ occurrence[x]+ ' +
    'performer performingOrganization requestingOrganization costCenter quantity+ bodysite+ factorOverride ' +
    'priceOverride overrideReason enterer+ enteredDate+ reason service product[x] account+ note ' +
    'supportingInformation',
  ChargeItemDefinition:
    'url!+ identifier+ version+ title+ derivedFromUri+ partOf+ replaces+ status!+ experimental+ date+ ' +
    'publisher+ contact+ description+ useContext+ jurisdiction+ copyright approvalDate lastReviewDate ' +
    'effectivePeriod+ code+ instance applicability propertyGroup',
  Claim:
    'identifier status!+ type!+ subType use!+ patient!+ billablePeriod+ created!+ enterer insurer+ provider!+ ' +
    'priority!+ fundsReserve related prescription originalPrescription payee referral facility careTeam ' +
    'supportingInfo diagnosis procedure insurance!+ accident item total',
  ClaimResponse:
    'identifier status!+ type!+ subType use!+ patient!+ created!+ insurer!+ requestor request+ outcome!+ ' +
    'disposition preAuthRef preAuthPeriod payeeType item addItem adjudication total+ payment fundsReserve ' +
    'formCode form processNote communicationRequest insurance error',
  ClinicalImpression:
    'identifier+ status!+ statusReason code+ description+ subject!+ encounter+ effective[x]+ date+ assessor+ ' +
    'previous problem+ investigation protocol summary finding prognosisCodeableConcept prognosisReference ' +
    'supportingInfo note',
  CodeSystem:
    'url+ identifier+ version+ name+ title+ status!+ experimental+ date+ publisher+ contact+ description ' +
    'useContext+ jurisdiction+ purpose copyright caseSensitive+ valueSet+ hierarchyMeaning+ compositional+ ' +
    'versionNeeded+ content!+ supplements+ count+ filter+ property+ concept',
  Communication:
    'identifier+ instantiatesCanonical+ instantiatesUri+ basedOn+ partOf+ inResponseTo status!+ statusReason+ ' +
    'category priority+ medium subject+ topic about encounter+ sent received recipient sender reasonCode+ ' +
    'reasonReference+ payload note',
  CommunicationRequest:
    'identifier+ basedOn+ replaces+ groupIdentifier+ status!+ statusReason category priority+ doNotPerform+ ' +
    'medium subject about encounter+ payload occurrence[x]+ authoredOn+ requester+ recipient sender+ ' +
    'reasonCode+ reasonReference+ note',
  CompartmentDefinition:
    'url!+ version+ name!+ status!+ experimental+ date+ publisher+ contact+ description useContext+ purpose ' +
    'code!+ search!+ resource+',
  Composition:
    'identifier+ status!+ type!+ category+ subject+ encounter+ date!+ author!+ title!+ confidentiality+ ' +
    'attester custodian+ relatesTo event+ section',
  ConceptMap:
    'url+ identifier+ version+ name+ title+ status!+ experimental+ date+ publisher+ contact+ description ' +
    'useContext+ jurisdiction+ purpose copyright source[x]+ target[x]+ group',
  Condition:
    'identifier+ clinicalStatus+ verificationStatus+ category severity code+ bodySite+ subject!+ encounter+ ' +
    'onset[x]+ abatement[x] recordedDate+ recorder+ asserter+ stage evidence note',
  Consent:
    'identifier+ status!+ scope!+ category!+ patient+ dateTime+ performer+ organization+ source[x]+ policy ' +
    'policyRule+ verification+ provision+',
  Contract:
    'identifier+ url version+ status+ legalState instantiatesCanonical instantiatesUri contentDerivative ' +
    'issued+ applies+ expirationType subject+ authority domain site name+ title+ subtitle alias author scope ' +
    'topic[x] type+ subType+ contentDefinition term supportingInfo relevantHistory signer friendly legal rule ' +
    'legallyBinding[x]',
  Coverage:
    'identifier+ status!+ type+ policyHolder+ subscriber+ subscriberId+ beneficiary!+ dependent+ relationship ' +
    'period+ payor!+ class order+ network+ costToBeneficiary subrogation contract',
  CoverageEligibilityRequest:
    'identifier status!+ priority purpose!+ patient!+ serviced[x] created!+ enterer provider insurer!+ facility ' +
    'supportingInfo insurance item',
  CoverageEligibilityResponse:
    'identifier status!+ purpose!+ patient!+ serviced[x] created!+ requestor request!+ outcome!+ disposition ' +
    'insurer!+ insurance preAuthRef form error',
  DetectedIssue:
    'identifier+ status!+ code+ severity+ patient+ identified[x]+ author+ implicated+ evidence detail reference ' +
    'mitigation',
  Device:
    'identifier definition udiCarrier+ status+ statusReason distinctIdentifier manufacturer manufactureDate ' +
    'expirationDate lotNumber serialNumber deviceName modelNumber partNumber type specialization version ' +
    'property patient owner contact location url note safety+ parent',
  DeviceDefinition:
    'identifier udiDeviceIdentifier manufacturer[x] deviceName modelNumber type specialization version safety+ ' +
    'shelfLifeStorage physicalCharacteristics languageCode capability property owner contact url ' +
    'onlineInformation note quantity parentDevice+ material',
  DeviceMetric:
    'identifier+ type!+ unit+ source+ parent+ operationalStatus+ color+ category!+ measurementPeriod+ ' +
    'calibration+',
  DeviceRequest:
    'identifier+ instantiatesCanonical+ instantiatesUri+ basedOn+ priorRequest+ groupIdentifier+ status+ ' +
    'intent!+ priority+ code[x]!+ parameter subject!+ encounter+ occurrence[x]+ authoredOn+ requester+ ' +
    'performerType+ performer+ reasonCode+ reasonReference+ insurance supportingInfo note relevantHistory',
  DeviceUseStatement:
    'identifier+ basedOn+ status!+ subject!+ derivedFrom+ timing[x]+ recordedOn+ source+ device!+ reasonCode+ ' +
    'reasonReference+ bodySite+ note',
  DiagnosticReport:
    'identifier+ basedOn status!+ category+ code!+ subject+ encounter+ effective[x]+ issued+ performer+ ' +
    'resultsInterpreter+ specimen result imagingStudy media+ conclusion conclusionCode presentedForm',
  DocumentManifest:
    'masterIdentifier+ identifier+ status!+ type+ subject+ created author+ recipient source description+ ' +
    'content!+ related',
  DocumentReference:
    'masterIdentifier+ identifier+ status!+ docStatus+ type+ category+ subject+ date+ author+ authenticator ' +
    'custodian relatesTo+ description+ securityLabel+ content!+ context+',
  EffectEvidenceSynthesis:
    'url+ identifier+ version+ name+ title+ status!+ date+ publisher+ contact+ description+ note useContext+ ' +
    'jurisdiction+ copyright approvalDate lastReviewDate effectivePeriod+ topic author editor reviewer endorser ' +
    'relatedArtifact synthesisType studyType population!+ exposure!+ exposureAlternative!+ outcome!+ sampleSize ' +
    'resultsByExposure effectEstimate+ certainty',
  Encounter:
    'identifier+ status!+ statusHistory class!+ classHistory type+ serviceType+ priority subject+ ' +
    'episodeOfCare+ basedOn participant+ appointment+ period length reasonCode+ reasonReference+ diagnosis+ ' +
    'account hospitalization location serviceProvider partOf',
  Endpoint:
    'identifier+ status!+ connectionType!+ name+ managingOrganization+ contact period+ payloadType!+ ' +
    'payloadMimeType+ address!+ header',
  EnrollmentRequest: 'identifier status+ created insurer provider candidate coverage',
  EnrollmentResponse: 'identifier status+ request outcome disposition created organization requestProvider',
  EpisodeOfCare:
    'identifier status!+ statusHistory type+ diagnosis+ patient!+ managingOrganization+ period+ referralRequest ' +
    'careManager team account',
  EventDefinition:
    'url+ identifier+ version+ name+ title+ subtitle status!+ experimental+ subject[x] date+ publisher+ ' +
    'contact+ description useContext+ jurisdiction+ purpose usage copyright approvalDate+ lastReviewDate+ ' +
    'effectivePeriod+ topic author editor reviewer endorser relatedArtifact trigger!+',
  Evidence:
    'url+ identifier+ version+ name+ title+ shortTitle subtitle status!+ date+ publisher+ contact+ description+ ' +
    'note useContext+ jurisdiction+ copyright approvalDate lastReviewDate effectivePeriod+ topic author editor ' +
    'reviewer endorser relatedArtifact exposureBackground!+ exposureVariant+ outcome+',
  EvidenceVariable:
    'url+ identifier+ version+ name+ title+ shortTitle+ subtitle status!+ date+ publisher+ contact+ ' +
    'description+ note useContext+ jurisdiction+ copyright approvalDate lastReviewDate effectivePeriod+ topic ' +
    'author editor reviewer endorser relatedArtifact type+ characteristic!+',
  ExampleScenario:
    'url+ identifier+ version+ name+ status!+ experimental+ date+ publisher+ contact+ useContext+ jurisdiction+ ' +
    'copyright purpose actor instance process workflow',
  ExplanationOfBenefit:
    'identifier status!+ type!+ subType use!+ patient!+ billablePeriod+ created!+ enterer insurer!+ provider!+ ' +
    'priority fundsReserveRequested fundsReserve related prescription originalPrescription payee referral ' +
    'facility claim claimResponse outcome!+ disposition preAuthRef preAuthRefPeriod careTeam supportingInfo ' +
    'diagnosis procedure precedence insurance!+ accident item addItem adjudication total+ payment formCode form ' +
    'processNote benefitPeriod benefitBalance',
  FamilyMemberHistory:
    'identifier+ instantiatesCanonical+ instantiatesUri+ status!+ dataAbsentReason+ patient!+ date+ name+ ' +
    'relationship!+ sex+ born[x] age[x]+ estimatedAge+ deceased[x]+ reasonCode+ reasonReference+ note condition',
  Flag: 'identifier+ status!+ category+ code!+ subject!+ period+ encounter+ author+',
  Goal:
    'identifier lifecycleStatus!+ achievementStatus+ category+ priority+ description!+ subject!+ start[x]+ ' +
    'target statusDate+ statusReason expressedBy+ addresses note outcomeCode outcomeReference',
  GraphDefinition:
    'url+ version+ name!+ status!+ experimental+ date+ publisher+ contact+ description useContext+ ' +
    'jurisdiction+ purpose start!+ profile link',
  Group: 'identifier+ active+ type!+ actual!+ code+ name+ quantity+ managingEntity+ characteristic member',
  GuidanceResponse:
    'requestIdentifier+ identifier+ module[x]!+ status!+ subject encounter occurrenceDateTime performer ' +
    'reasonCode reasonReference note evaluationMessage outputParameters result dataRequirement',
  HealthcareService:
    'identifier+ active+ providedBy+ category+ type+ specialty+ location+ name+ comment+ extraDetails photo+ ' +
    'telecom coverageArea serviceProvisionCode eligibility program characteristic communication referralMethod ' +
    'appointmentRequired availableTime notAvailable availabilityExceptions endpoint',
  ImagingStudy:
    'identifier+ status!+ modality+ subject!+ encounter+ started+ basedOn+ referrer+ interpreter+ endpoint+ ' +
    'numberOfSeries+ numberOfInstances+ procedureReference+ procedureCode+ location+ reasonCode+ ' +
    'reasonReference+ note+ description+ series+',
  Immunization:
    'identifier status!+ statusReason vaccineCode!+ patient!+ encounter occurrence[x]!+ recorded primarySource+ ' +
    'reportOrigin location manufacturer lotNumber expirationDate site route doseQuantity performer+ note+ ' +
    'reasonCode reasonReference isSubpotent+ subpotentReason education programEligibility fundingSource ' +
    'reaction protocolApplied',
  ImmunizationEvaluation:
    'identifier status!+ patient!+ date authority targetDisease!+ immunizationEvent!+ doseStatus!+ ' +
    'doseStatusReason description series doseNumber[x] seriesDoses[x]',
  ImmunizationRecommendation: 'identifier+ patient!+ date!+ authority recommendation!+',
  ImplementationGuide:
    'url!+ version+ name!+ title+ status!+ experimental+ date+ publisher+ contact+ description useContext+ ' +
    'jurisdiction+ copyright packageId!+ license+ fhirVersion!+ dependsOn+ global+ definition manifest',
  InsurancePlan:
    'identifier+ status+ type+ name+ alias period ownedBy+ administeredBy+ coverageArea+ contact endpoint ' +
    'network coverage plan',
  Invoice:
    'identifier+ status!+ cancelledReason type+ subject+ recipient+ date+ participant issuer account lineItem ' +
    'totalPriceComponent totalNet+ totalGross+ paymentTerms note',
  Library:
    'url+ identifier+ version+ name+ title+ subtitle status!+ experimental+ type!+ subject[x] date+ publisher+ ' +
    'contact+ description+ useContext+ jurisdiction+ purpose usage copyright approvalDate lastReviewDate ' +
    'effectivePeriod+ topic author editor reviewer endorser relatedArtifact parameter dataRequirement content+',
  Linkage: 'active+ author+ item!+',
  List: 'identifier status!+ mode!+ title+ code+ subject+ encounter date+ source+ orderedBy note entry emptyReason',
  Location:
    'identifier+ status+ operationalStatus+ name+ alias description+ mode+ type+ telecom address physicalType+ ' +
    'position managingOrganization+ partOf hoursOfOperation availabilityExceptions endpoint',
  Measure:
    'url+ identifier+ version+ name+ title+ subtitle status!+ experimental+ subject[x] date+ publisher+ ' +
    'contact+ description+ useContext+ jurisdiction+ purpose usage copyright approvalDate lastReviewDate ' +
    'effectivePeriod+ topic author editor reviewer endorser relatedArtifact library disclaimer+ scoring+ ' +
    'compositeScoring+ type+ riskAdjustment+ rateAggregation+ rationale+ clinicalRecommendationStatement+ ' +
    'improvementNotation+ definition+ guidance+ group supplementalData',
  MeasureReport:
    'identifier+ status!+ type!+ measure!+ subject+ date+ reporter+ period!+ improvementNotation+ group ' +
    'evaluatedResource',
  Media:
    'identifier+ basedOn+ partOf+ status!+ type+ modality+ view+ subject+ encounter+ created[x]+ issued+ ' +
    'operator+ reasonCode+ bodySite+ deviceName+ device+ height+ width+ frames+ duration+ content!+ note',
  Medication: 'identifier+ code+ status+ manufacturer+ form amount+ ingredient batch',
  MedicationAdministration:
    'identifier instantiates+ partOf+ status!+ statusReason category medication[x]!+ subject!+ context ' +
    'supportingInformation effective[x]!+ performer+ reasonCode reasonReference request device note dosage ' +
    'eventHistory',
  MedicationDispense:
    'identifier partOf status!+ statusReason[x] category medication[x]!+ subject+ context supportingInformation ' +
    'performer location authorizingPrescription type quantity daysSupply whenPrepared+ whenHandedOver ' +
    'destination receiver note dosageInstruction substitution detectedIssue eventHistory',
  MedicationKnowledge:
    'code+ status+ manufacturer+ doseForm amount+ synonym+ relatedMedicationKnowledge associatedMedication ' +
    'productType monograph ingredient preparationInstruction intendedRoute cost monitoringProgram ' +
    'administrationGuidelines medicineClassification packaging drugCharacteristic contraindication regulatory ' +
    'kinetics',
  MedicationRequest:
    'identifier status!+ statusReason intent!+ category priority+ doNotPerform+ reported[x]+ medication[x]!+ ' +
    'subject!+ encounter supportingInformation authoredOn+ requester+ performer performerType+ recorder ' +
    'reasonCode reasonReference instantiatesCanonical+ instantiatesUri+ basedOn+ groupIdentifier+ ' +
    'courseOfTherapyType insurance note dosageInstruction dispenseRequest substitution priorPrescription ' +
    'detectedIssue eventHistory',
  MedicationStatement:
    'identifier+ basedOn+ partOf+ status!+ statusReason category+ medication[x]!+ subject!+ context+ ' +
    'effective[x]+ dateAsserted+ informationSource derivedFrom reasonCode reasonReference note dosage',
  MedicinalProduct:
    'identifier+ type+ domain+ combinedPharmaceuticalDoseForm+ legalStatusOfSupply+ ' +
    'additionalMonitoringIndicator+ specialMeasures+ paediatricUseIndicator+ productClassification+ ' +
    'marketingStatus+ pharmaceuticalProduct+ packagedMedicinalProduct+ attachedDocument+ masterFile+ contact+ ' +
    'clinicalTrial+ name!+ crossReference+ manufacturingBusinessOperation+ specialDesignation+',
  MedicinalProductAuthorization:
    'identifier+ subject+ country+ jurisdiction+ status+ statusDate+ restoreDate+ validityPeriod+ ' +
    'dataExclusivityPeriod+ dateOfFirstAuthorization+ internationalBirthDate+ legalBasis+ ' +
    'jurisdictionalAuthorization+ holder+ regulator+ procedure+',
  MedicinalProductContraindication:
    'subject+ disease+ diseaseStatus+ comorbidity+ therapeuticIndication+ otherTherapy+ population+',
  MedicinalProductIndication:
    'subject+ diseaseSymptomProcedure+ diseaseStatus+ comorbidity+ intendedEffect+ duration+ otherTherapy+ ' +
    'undesirableEffect+ population+',
  MedicinalProductIngredient: 'identifier+ role!+ allergenicIndicator+ manufacturer+ specifiedSubstance+ substance+',
  MedicinalProductInteraction: 'subject+ description+ interactant+ type+ effect+ incidence+ management+',
  MedicinalProductManufactured:
    'manufacturedDoseForm!+ unitOfPresentation+ quantity!+ manufacturer+ ingredient+ physicalCharacteristics+ ' +
    'otherCharacteristics+',
  MedicinalProductPackaged:
    'identifier+ subject+ description+ legalStatusOfSupply+ marketingStatus+ marketingAuthorization+ ' +
    'manufacturer+ batchIdentifier+ packageItem!+',
  MedicinalProductPharmaceutical:
    'identifier+ administrableDoseForm!+ unitOfPresentation+ ingredient+ device+ characteristics+ ' +
    'routeOfAdministration!+',
  MedicinalProductUndesirableEffect:
    'subject+ symptomConditionEffect+ classification+ frequencyOfOccurrence+ population+',
  MessageDefinition:
    'url+ identifier+ version+ name+ title+ replaces+ status!+ experimental+ date!+ publisher+ contact+ ' +
    'description+ useContext+ jurisdiction+ purpose+ copyright base+ parent+ event[x]!+ category+ focus+ ' +
    'responseRequired allowedResponse graph',
  MessageHeader:
    'event[x]!+ destination+ sender+ enterer+ author+ source!+ responsible+ reason+ response+ focus+ ' + 'definition+',
  MolecularSequence:
    'identifier+ type+ coordinateSystem!+ patient+ specimen+ device+ performer+ quantity+ referenceSeq+ ' +
    'variant+ observedSeq+ quality+ readCoverage+ repository+ pointer+ structureVariant+',
  NamingSystem:
    'name!+ status!+ kind!+ date!+ publisher+ contact+ responsible type description useContext+ jurisdiction+ ' +
    'usage uniqueId!+',
  NutritionOrder:
    'identifier instantiatesCanonical+ instantiatesUri+ instantiates status!+ intent!+ patient!+ encounter ' +
    'dateTime!+ orderer+ allergyIntolerance foodPreferenceModifier excludeFoodModifier oralDiet supplement ' +
    'enteralFormula note',
  Observation:
    'identifier+ basedOn+ partOf+ status!+ category code!+ subject+ focus+ encounter+ effective[x]+ issued+ ' +
    'performer+ value[x]+ dataAbsentReason interpretation note bodySite method specimen device referenceRange ' +
    'hasMember+ derivedFrom+ component+',
  ObservationDefinition:
    'category+ code!+ identifier+ permittedDataType multipleResultsAllowed method preferredReportName ' +
    'quantitativeDetails qualifiedInterval validCodedValueSet normalCodedValueSet abnormalCodedValueSet ' +
    'criticalCodedValueSet',
  OperationDefinition:
    'url+ version+ name!+ title+ status!+ kind!+ experimental+ date+ publisher+ contact+ description ' +
    'useContext+ jurisdiction+ purpose affectsState+ code!+ comment base+ resource+ system!+ type!+ instance!+ ' +
    'inputProfile outputProfile parameter overload',
  OperationOutcome: 'issue!+',
  Organization: 'identifier+ active+ type+ name+ alias telecom address partOf+ contact endpoint',
  OrganizationAffiliation:
    'identifier+ active+ period+ organization+ participatingOrganization+ network+ code+ specialty+ location+ ' +
    'healthcareService telecom+ endpoint',
  Parameters: 'parameter+',
  Patient:
    'identifier+ active+ name+ telecom+ gender+ birthDate+ deceased[x]+ address+ maritalStatus multipleBirth[x] ' +
    'photo contact communication generalPractitioner managingOrganization+ link+',
  PaymentNotice:
    'identifier status!+ request response created!+ provider payment!+ paymentDate payee recipient!+ amount!+ ' +
    'paymentStatus',
  PaymentReconciliation:
    'identifier status!+ period+ created!+ paymentIssuer+ request requestor outcome disposition paymentDate!+ ' +
    'paymentAmount!+ paymentIdentifier detail formCode processNote',
  Person: 'identifier name+ telecom+ gender+ birthDate+ address photo managingOrganization+ active+ link',
  PlanDefinition:
    'url+ identifier+ version+ name+ title+ subtitle type+ status!+ experimental+ subject[x] date+ publisher+ ' +
    'contact+ description+ useContext+ jurisdiction+ purpose usage copyright approvalDate lastReviewDate ' +
    'effectivePeriod+ topic author editor reviewer endorser relatedArtifact library goal action',
  Practitioner: 'identifier+ active+ name+ telecom+ address+ gender+ birthDate+ photo qualification communication',
  PractitionerRole:
    'identifier+ active+ period+ practitioner+ organization+ code+ specialty+ location+ healthcareService ' +
    'telecom+ availableTime notAvailable availabilityExceptions endpoint',
  Procedure:
    'identifier+ instantiatesCanonical+ instantiatesUri+ basedOn+ partOf+ status!+ statusReason+ category+ ' +
    'code+ subject!+ encounter+ performed[x]+ recorder+ asserter+ performer+ location+ reasonCode+ ' +
    'reasonReference+ bodySite+ outcome+ report complication complicationDetail followUp note focalDevice ' +
    'usedReference usedCode',
  Provenance: 'target!+ occurred[x] recorded!+ policy location reason activity agent! entity signature',
  Questionnaire:
    'url+ identifier+ version+ name+ title+ derivedFrom status!+ experimental+ subjectType+ date+ publisher+ ' +
    'contact+ description useContext+ jurisdiction+ purpose copyright approvalDate lastReviewDate ' +
    'effectivePeriod+ code+ item',
  QuestionnaireResponse:
    'identifier+ basedOn+ partOf+ questionnaire+ status!+ subject+ encounter+ authored+ author+ source+ item',
  RelatedPerson:
    'identifier+ active+ patient!+ relationship+ name+ telecom+ gender+ birthDate+ address+ photo period ' +
    'communication',
  RequestGroup:
    'identifier+ instantiatesCanonical+ instantiatesUri+ basedOn replaces groupIdentifier+ status!+ intent!+ ' +
    'priority+ code+ subject encounter authoredOn author reasonCode reasonReference note action',
  ResearchDefinition:
    'url+ identifier+ version+ name+ title+ shortTitle subtitle status!+ experimental+ subject[x] date+ ' +
    'publisher+ contact+ description+ comment useContext+ jurisdiction+ purpose usage copyright approvalDate ' +
    'lastReviewDate effectivePeriod+ topic author editor reviewer endorser relatedArtifact library population!+ ' +
    'exposure+ exposureAlternative+ outcome+',
  ResearchElementDefinition:
    'url+ identifier+ version+ name+ title+ shortTitle+ subtitle status!+ experimental+ subject[x] date+ ' +
    'publisher+ contact+ description+ comment useContext+ jurisdiction+ purpose usage copyright approvalDate ' +
    'lastReviewDate effectivePeriod+ topic author editor reviewer endorser relatedArtifact library type!+ ' +
    'variableType characteristic!+',
  ResearchStudy:
    'identifier+ title+ protocol+ partOf+ status!+ primaryPurposeType+ phase+ category+ focus+ condition+ ' +
    'contact+ relatedArtifact keyword+ location+ description enrollment+ period+ sponsor+ ' +
    'principalInvestigator+ site+ reasonStopped+ note arm objective',
  ResearchSubject: 'identifier+ status!+ period+ study!+ individual!+ assignedArm actualArm consent',
  RiskAssessment:
    'identifier+ basedOn parent status!+ method+ code+ subject!+ encounter+ occurrence[x]+ condition+ ' +
    'performer+ reasonCode reasonReference basis prediction mitigation note',
  RiskEvidenceSynthesis:
    'url+ identifier+ version+ name+ title+ status!+ date+ publisher+ contact+ description+ note useContext+ ' +
    'jurisdiction+ copyright approvalDate lastReviewDate effectivePeriod+ topic author editor reviewer endorser ' +
    'relatedArtifact synthesisType studyType population!+ exposure+ outcome!+ sampleSize riskEstimate+ ' +
    'certainty',
  Schedule: 'identifier+ active+ serviceCategory+ serviceType+ specialty+ actor!+ planningHorizon+ comment',
  SearchParameter:
    'url!+ version+ name!+ derivedFrom status!+ experimental+ date+ publisher+ contact+ description!+ ' +
    'useContext+ jurisdiction+ purpose code!+ base!+ type!+ expression xpath xpathUsage target multipleOr ' +
    'multipleAnd comparator modifier chain component',
  ServiceRequest:
    'identifier+ instantiatesCanonical+ instantiatesUri+ basedOn+ replaces+ requisition+ status!+ intent!+ ' +
    'category+ priority+ doNotPerform+ code+ orderDetail+ quantity[x]+ subject!+ encounter+ occurrence[x]+ ' +
    'asNeeded[x]+ authoredOn+ requester+ performerType+ performer+ locationCode+ locationReference+ reasonCode+ ' +
    'reasonReference+ insurance supportingInfo specimen+ bodySite+ note patientInstruction+ relevantHistory',
  Slot:
    'identifier+ serviceCategory+ serviceType+ specialty+ appointmentType+ schedule!+ status!+ start!+ end!+ ' +
    'overbooked comment',
  Specimen:
    'identifier+ accessionIdentifier+ status+ type+ subject+ receivedTime+ parent request collection processing ' +
    'container condition+ note',
  SpecimenDefinition: 'identifier+ typeCollected+ patientPreparation+ timeAspect+ collection+ typeTested',
  StructureDefinition:
    'url!+ identifier+ version+ name!+ title+ status!+ experimental+ date+ publisher+ contact+ description ' +
    'useContext+ jurisdiction+ purpose copyright keyword+ fhirVersion+ mapping kind!+ abstract!+ context+ ' +
    'contextInvariant+ type!+ baseDefinition+ derivation+ snapshot differential',
  StructureMap:
    'url!+ identifier+ version+ name!+ title+ status!+ experimental+ date+ publisher+ contact+ description ' +
    'useContext+ jurisdiction+ purpose copyright structure+ import+ group!+',
  Subscription: 'status!+ contact+ end+ reason!+ criteria!+ error+ channel!+',
  Substance: 'identifier+ status+ category+ code!+ description+ instance+ ingredient+',
  SubstanceNucleicAcid: 'sequenceType+ numberOfSubunits+ areaOfHybridisation+ oligoNucleotideType+ subunit+',
  SubstancePolymer: 'class+ geometry+ copolymerConnectivity+ modification+ monomerSet+ repeat+',
  SubstanceProtein: 'sequenceType+ numberOfSubunits+ disulfideLinkage+ subunit+',
  SubstanceReferenceInformation: 'comment+ gene+ geneElement+ classification+ target+',
  SubstanceSourceMaterial:
    'sourceMaterialClass+ sourceMaterialType+ sourceMaterialState+ organismId+ organismName+ parentSubstanceId+ ' +
    'parentSubstanceName+ countryOfOrigin+ geographicalLocation+ developmentStage+ fractionDescription+ ' +
    'organism+ partDescription+',
  SubstanceSpecification:
    'identifier+ type+ status+ domain+ description+ source+ comment+ moiety+ property+ referenceInformation+ ' +
    'structure+ code+ name+ molecularWeight+ relationship+ nucleicAcid+ polymer+ protein+ sourceMaterial+',
  SupplyDelivery:
    'identifier basedOn+ partOf+ status+ patient type suppliedItem occurrence[x]+ supplier destination receiver',
  SupplyRequest:
    'identifier+ status+ category+ priority+ item[x]!+ quantity!+ parameter occurrence[x]+ authoredOn+ ' +
    'requester+ supplier+ reasonCode reasonReference deliverFrom deliverTo',
  Task:
    'identifier instantiatesCanonical+ instantiatesUri+ basedOn+ groupIdentifier+ partOf+ status!+ ' +
    'statusReason+ businessStatus+ intent!+ priority code+ description+ focus+ for+ encounter+ executionPeriod+ ' +
    'authoredOn lastModified+ requester+ performerType owner+ location+ reasonCode reasonReference insurance ' +
    'note relevantHistory restriction input output',
  TerminologyCapabilities:
    'url+ version+ name+ title+ status!+ experimental+ date!+ publisher+ contact+ description useContext+ ' +
    'jurisdiction+ purpose copyright+ kind!+ software+ implementation+ lockedDate+ codeSystem expansion ' +
    'codeSearch validateCode translation closure',
  TestReport: 'identifier+ name+ status!+ testScript!+ result!+ score+ tester+ issued+ participant setup test teardown',
  TestScript:
    'url!+ identifier+ version+ name!+ title+ status!+ experimental+ date+ publisher+ contact+ description ' +
    'useContext+ jurisdiction+ purpose copyright origin destination metadata fixture profile variable setup ' +
    'test teardown',
  ValueSet:
    'url+ identifier+ version+ name+ title+ status!+ experimental+ date+ publisher+ contact+ description ' +
    'useContext+ jurisdiction+ immutable+ purpose copyright compose expansion',
  VerificationResult:
    'target+ targetLocation+ need+ status!+ statusDate+ validationType+ validationProcess+ frequency ' +
    'lastPerformed nextScheduled failureAction+ primarySource attestation validator',
  VisionPrescription:
    'identifier status!+ created!+ patient!+ encounter dateWritten!+ prescriber!+ lensSpecification!+',
}
