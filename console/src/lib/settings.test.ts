import { expect, it } from 'vitest'
import { cleanSettings, defaultSettings } from './settings.ts'

it('starts as the specification says', () => {
  expect(defaultSettings).toMatchObject({
    layout: 'top',
    navTheme: 'realDark',
    contentWidth: 'Fluid',
    primaryColor: '#13C2C2',
    transitionName: 'fadein',
    multiTabFixed: true,
  })
})
it('keeps known settings of the right kind and drops the rest', () => {
  const raw = {
    navTheme: 'light',
    layout: 'circle',
    primaryColor: 'red',
    fixedHeader: 'yes',
    colorWeak: true,
    other: 1,
  }
  expect(cleanSettings(raw)).toEqual({ navTheme: 'light', colorWeak: true })
})
it.each([null, 'text', 7])('reads %j as no settings', raw => {
  expect(cleanSettings(raw)).toEqual({})
})
it.each([
  ['timeZone', 'America/Sao_Paulo', true],
  ['timeZone', '', true],
  ['timeZone', 'Mars/Base', false],
  ['homePage', '/strategy/index', true],
  ['homePage', '//evil.example', false],
  ['homePage', 'https://evil.example', false],
  ['homePage', '/a/../../b', false],
])('takes %s %j: %j', (name, value, isTaken) => {
  expect(cleanSettings({ [name]: value })).toEqual(isTaken ? { [name]: value } : {})
})
