import type { Language } from '@sluice/contract'
import { sayWords, writeMessage } from '../../../http/messages.ts'
import type { PackageChange, PackageKind } from '../../../packaging/index.ts'

const kinds: Readonly<Record<PackageKind, Parameters<typeof sayWords>[0]>> = {
  platform: { zh: '平台', en: 'platform', pt: 'plataforma' },
  adapter: { zh: '适配器', en: 'adapter', pt: 'adaptador' },
  'api-asset': { zh: 'API 资产', en: 'API asset', pt: 'ativo de API' },
  mapping: { zh: '值映射', en: 'value map', pt: 'mapa de valores' },
  strategy: { zh: '方案', en: 'strategy', pt: 'estratégia' },
  report: { zh: '聚合报表', en: 'report', pt: 'relatório' },
  dashboard: { zh: '数据大屏', en: 'dashboard', pt: 'painel' },
  'bill-profile': { zh: '账单类型', en: 'kind of bill', pt: 'tipo de fatura' },
  'recon-flow': { zh: '对账流程', en: 'reconciliation flow', pt: 'fluxo de conciliação' },
  gateway: { zh: '网关应用', en: 'gateway application', pt: 'aplicação do gateway' },
}

/** What is other in a newer package, as a line of its release notes. */
export function sayChange({ code, value }: PackageChange, language: Language): string {
  const [kind = '', ...key] = value.split(' ')
  const isObject = code.startsWith('package.change.object') && Object.hasOwn(kinds, kind)
  const told = isObject ? `${sayWords(kinds[kind as PackageKind], language)} ${key.join(' ')}` : value
  return writeMessage(code, language, { value: told }, code)
}
