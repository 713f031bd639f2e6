import { describe, expect, test } from 'vitest'
import { readWsdl, type SoapField } from './wsdl.ts'

const NAMES =
  'xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:s="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:x="http://www.w3.org/2001/XMLSchema"'
const HOST = 'http://erp.test'

/** A service of one operation in four files: service, port type, schema, and what the schema includes. */
const files: Readonly<Record<string, string>> = {
  '/orders/service.wsdl': `<definitions ${NAMES} xmlns:a="urn:port" targetNamespace="urn:service">
    <import namespace="urn:port" location="../port.wsdl"/>
    <binding name="B" type="a:P"><s:binding style="document"/><operation name="List"><s:operation soapAction="urn:list"/>
      <input><s:body use="literal"/></input><output><s:body use="literal"/></output></operation></binding>
    <service name="S"><port name="Q" binding="t:B" xmlns:t="urn:service"><s:address location="${HOST}/soap"/></port></service></definitions>`,
  '/port.wsdl': `<definitions ${NAMES} xmlns:a="urn:port" xmlns:d="urn:data" targetNamespace="urn:port">
    <types><x:schema><x:import namespace="urn:data" schemaLocation="${HOST}/xsd?part=1"/></x:schema></types>
    <message name="In"><part name="p" element="d:List"/></message><message name="Out"><part name="p" element="d:ListResponse"/></message>
    <portType name="P"><operation name="List"><documentation>Orders of
      one day.</documentation><input message="a:In"/><output message="a:Out"/></operation></portType></definitions>`,
  '/xsd?part=1': `<x:schema ${NAMES} xmlns:d="urn:data" targetNamespace="urn:data" elementFormDefault="qualified">
    <x:include schemaLocation="xsd?part=2"/>
    <x:element name="List"><x:complexType><x:sequence><x:element name="day" type="x:date"/></x:sequence></x:complexType></x:element>
    <x:element name="ListResponse"><x:complexType><x:sequence><x:element name="Order" type="d:Order" maxOccurs="unbounded"/></x:sequence></x:complexType></x:element></x:schema>`,
  // Without a namespace: it takes that of its includer, and so do the names in it.
  '/xsd?part=2': `<x:schema xmlns:x="http://www.w3.org/2001/XMLSchema" elementFormDefault="qualified">
    <x:include schemaLocation="xsd?part=1"/>
    <x:complexType name="Order"><x:sequence><x:element name="no" type="No"/><x:element name="Line" type="Line" minOccurs="0" maxOccurs="9"/></x:sequence></x:complexType>
    <x:complexType name="Line"><x:sequence><x:element ref="sku"/></x:sequence></x:complexType>
    <x:simpleType name="No"><x:restriction base="x:long"/></x:simpleType><x:element name="sku" type="x:string"/></x:schema>`,
}

const read = (change: Readonly<Record<string, string>> = {}) =>
  readWsdl(`${HOST}/orders/service.wsdl`, async url => ({ ...files, ...change })[url.slice(HOST.length)] ?? '')

/** A field as its qualified name, and what is in it. */
type Tree = readonly [name: string, inside: string | readonly Tree[]]
const draw = (field: SoapField): Tree => {
  const type = field.type()
  const name = `{${field.namespace}}${field.name}${field.isList ? '[]' : ''}`
  return [name, type.kind === 'text' ? type.xsd : type.fields.map(draw)]
}

describe('a WSDL in several files', () => {
  test('is read across imports and includes, each file in its namespace', async () => {
    const { endpoint, operations } = await read()
    const list = operations.get('List')!
    expect({ endpoint, action: list.action, documentation: list.documentation }).toEqual({
      endpoint: `${HOST}/soap`,
      action: 'urn:list',
      documentation: 'Orders of one day.',
    })
    expect(draw(list.input)).toEqual(['{urn:data}List', [['{urn:data}day', 'date']]])
    const line = ['{urn:data}Line[]', [['{urn:data}sku', 'string']]]
    expect(draw(list.output)).toEqual([
      '{urn:data}ListResponse',
      [['{urn:data}Order[]', [['{urn:data}no', 'long'], line]]],
    ])
  })

  test.each([
    ['a file that is no XML', '/xsd?part=2', '<html><br></html>', '/xsd?part=2 is no usable WSDL: <br> is not closed'],
    ['a file that is something else', '/port.wsdl', '<html/>', '/port.wsdl is no usable WSDL: its outermost element'],
    [
      'an address that is none',
      '/port.wsdl',
      files['/port.wsdl']!.replace(HOST, 'http://['),
      '/port.wsdl is no usable',
    ],
    [
      'a message that lacks',
      '/port.wsdl',
      files['/port.wsdl']!.replace('"Out"', '"Other"'),
      'message a:Out of <output',
    ],
    [
      'an element that lacks',
      '/xsd?part=1',
      files['/xsd?part=1']!.replace('"List"', '"Lost"'),
      'd:List of <part name="p">',
    ],
  ])('%s is named', async (_, path, text, why) => {
    await expect(read({ [path]: text })).rejects.toMatchObject({
      code: 'soap.wsdl',
      message: expect.stringContaining(why),
    })
  })

  test('a type that lacks is named when it is asked for', async () => {
    const { operations } = await read({ '/xsd?part=2': files['/xsd?part=2']!.replace('name="Line">', 'name="Lost">') })
    expect(() => draw(operations.get('List')!.output)).toThrow('simpleType Line of <element name="Line"> is not there')
  })
})
