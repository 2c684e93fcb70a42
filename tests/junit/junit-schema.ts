/**
 * What build servers require of JUnit XML, as an XML Schema: the elements that we write, with the members and types
 * that `junit-10.xsd` of the xUnit plugin of Jenkins allows for them.
 */
export const junitSchema = `<?xml version="1.0"?>
<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">
  <xs:simpleType name="seconds">
    <xs:restriction base="xs:decimal"><xs:pattern value="[0-9]+\\.[0-9]{3}"/></xs:restriction>
  </xs:simpleType>
  <xs:attributeGroup name="counts">
    <xs:attribute name="tests" type="xs:nonNegativeInteger" use="required"/>
    <xs:attribute name="failures" type="xs:nonNegativeInteger" use="required"/>
    <xs:attribute name="errors" type="xs:nonNegativeInteger" use="required"/>
    <xs:attribute name="time" type="seconds"/>
  </xs:attributeGroup>
  <xs:complexType name="problem">
    <xs:simpleContent>
      <xs:extension base="xs:string">
        <xs:attribute name="type" type="xs:string" use="required"/>
        <xs:attribute name="message" type="xs:string" use="required"/>
      </xs:extension>
    </xs:simpleContent>
  </xs:complexType>
  <xs:complexType name="omission">
    <xs:attribute name="message" type="xs:string" use="required"/>
  </xs:complexType>
  <xs:complexType name="case">
    <xs:choice minOccurs="0">
      <xs:element name="failure" type="problem"/>
      <xs:element name="error" type="problem"/>
      <xs:element name="skipped" type="omission"/>
    </xs:choice>
    <xs:attribute name="name" type="xs:string" use="required"/>
    <xs:attribute name="classname" type="xs:string" use="required"/>
    <xs:attribute name="time" type="seconds"/>
  </xs:complexType>
  <xs:complexType name="suite">
    <xs:sequence>
      <xs:element name="testcase" type="case" minOccurs="0" maxOccurs="unbounded"/>
    </xs:sequence>
    <xs:attributeGroup ref="counts"/>
    <xs:attribute name="name" type="xs:string" use="required"/>
    <xs:attribute name="skipped" type="xs:nonNegativeInteger" use="required"/>
  </xs:complexType>
  <xs:element name="testsuites">
    <xs:complexType>
      <xs:sequence>
        <xs:element name="testsuite" type="suite" minOccurs="0" maxOccurs="unbounded"/>
      </xs:sequence>
      <xs:attributeGroup ref="counts"/>
      <xs:attribute name="name" type="xs:string" use="required"/>
    </xs:complexType>
  </xs:element>
</xs:schema>
`
