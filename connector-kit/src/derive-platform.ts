import { Failure, type ParamValue, type ParamValues, type PlatformTemplate } from '@sluice/contract'
import type { ConnectionParameters } from './asset-store.ts'
import type { Connector } from './connector.ts'
import { type Manifest, parseParams, withExpiry } from './manifest.ts'

/** A tenant's platform as it is stored. */
export interface StoredPlatform {
  readonly id: string
  readonly template: PlatformTemplate
}

/** What a tenant's platform says about itself; the work is its base's. */
export function deriveManifest(base: Manifest, { id, template }: StoredPlatform): Manifest {
  const say = (text: string) => ({ zh: text, en: text })
  const { helpLink: _, ...rest } = base
  return withExpiry({
    ...rest,
    id,
    name: say(template.name),
    group: template.group,
    describe: say(template.describe),
    icon: template.icon,
    params: template.params,
    isGranted: template.oauth2?.grant_type === 'authorization_code' || template.settings['auth'] === 'oauth2Code',
    ...(template.help_link === '' ? {} : { helpLink: template.help_link }),
  })
}

/** A tenant's platform as a connector. `app` holds the app's credentials, opened. */
export function deriveConnector(
  base: Connector,
  stored: StoredPlatform,
  app: Readonly<Record<string, string>>,
): Connector {
  return {
    ...base,
    manifest: deriveManifest(base.manifest, stored),
    open: (params, context) => {
      const filled = fillBase(base.manifest, stored.template, params, app)
      return base.open(parseParams(base.manifest.params, filled), {
        ...context,
        parameters: nameParameters(stored.template, params, app),
        ...(context.adapters ? { adapters: { ...context.adapters, platform: stored.template.adapter } } : {}),
      })
    },
    readGrant: params => {
      const filled = fillBase(base.manifest, stored.template, params, app)
      return base.readGrant?.(parseParams(base.manifest.params, filled)) ?? null
    },
  }
}

/** Parameters and app credentials by the names that adapters use. */
function nameParameters(
  template: PlatformTemplate,
  params: ParamValues,
  app: Readonly<Record<string, string>>,
): ConnectionParameters {
  const values: Record<string, string> = {}
  const secrets: string[] = []
  const add = (name: string, value: ParamValue, isSecret: boolean): void => {
    if (value === null || Array.isArray(value)) return
    values[name] = String(value)
    if (isSecret) secrets.push(String(value))
  }
  for (const { field, encryption } of template.params) add(`param.${field}`, params[field] ?? '', encryption === true)
  for (const { name, value, secret } of template.app) add(`app.${name}`, app[name] ?? value, secret)
  return { values, secrets }
}

/** The parameters of the base: what the settings say, else the parameter of the same name. */
export function fillBase(
  base: Manifest,
  template: PlatformTemplate,
  params: ParamValues,
  app: Readonly<Record<string, string>>,
): ParamValues {
  const variables = new Map<string, ParamValue>(Object.entries(params))
  for (const { name, value } of template.app) variables.set(`app.${name}`, app[name] ?? value)
  const settings = { ...timeout(base, template), ...template.settings, ...signIn(base, template, variables) }
  const filled: ParamValues = {}
  for (const { field } of base.params) {
    const set = settings[field]
    const value = set === undefined ? params[field] : fillValue(set, variables, field)
    if (value !== undefined) filled[field] = value
  }
  return filled
}

/** A platform whose base knows OAuth2 signs in by it; credentials of the app come before the connector's. */
function signIn(base: Manifest, { oauth2 }: PlatformTemplate, variables: ReadonlyMap<string, ParamValue>): ParamValues {
  if (!oauth2 || !base.params.some(({ field }) => field === 'token_url')) return {}
  const pick = (name: string) => (variables.has(`app.${name}`) ? `{{app.${name}}}` : `{{${name}}}`)
  return {
    ...(oauth2.grant_type === 'client_credentials'
      ? { auth: 'oauth2' }
      : { auth: 'oauth2Code', authorization_url: oauth2.authorize_url, refresh_url: oauth2.refresh_url }),
    token_url: oauth2.token_url,
    scope: oauth2.scope,
    client_style: oauth2.client_style,
    client_id: pick('client_id'),
    client_secret: pick('client_secret'),
  }
}

const timeout = (base: Manifest, { timeout_ms }: PlatformTemplate): ParamValues =>
  timeout_ms !== null && base.params.some(({ field }) => field === 'timeout_seconds')
    ? { timeout_seconds: Math.ceil(timeout_ms / 1000) }
    : {}

const PLACEHOLDER = /\{\{\s*([a-z][a-z0-9_.]*)\s*\}\}/g

function fillValue(value: ParamValue, variables: ReadonlyMap<string, ParamValue>, field: string): ParamValue {
  if (typeof value === 'string') return fillText(value, variables, field)
  if (!Array.isArray(value)) return value
  return value.map(each =>
    typeof each === 'string' ? each : { name: each.name, value: String(fillText(each.value, variables, field) ?? '') },
  ) as ParamValue // each element keeps its kind
}

function fillText(text: string, variables: ReadonlyMap<string, ParamValue>, field: string): ParamValue {
  const whole = /^\{\{\s*([a-z][a-z0-9_.]*)\s*\}\}$/.exec(text)?.[1]
  if (whole !== undefined) return read(whole, variables, field)
  return text.replace(PLACEHOLDER, (_, name: string) => String(read(name, variables, field) ?? ''))
}

function read(name: string, variables: ReadonlyMap<string, ParamValue>, field: string): ParamValue {
  const value = variables.get(name)
  if (value !== undefined) return value
  // A parameter that is left empty is absent; one that nobody declared was refused when the platform was saved.
  if (!name.startsWith('app.')) return null
  throw new Failure({
    code: 'params.invalid',
    message: `The platform names {{${name}}}, which its app does not have.`,
    field,
    advice: 'Correct the settings of the platform.',
  })
}

/** Names of the variables in a value of a platform's settings. */
export function listVariables(value: ParamValue): string[] {
  const list: readonly (string | { readonly value: string })[] = Array.isArray(value) ? value : [String(value ?? '')]
  return list.flatMap(each =>
    [...(typeof each === 'string' ? each : each.value).matchAll(PLACEHOLDER)].map(match => match[1] ?? ''),
  )
}
