import type { CheckLine } from '@sluice/contract'
import { sayWords } from '../../../http/messages.ts'
import type { RouteContext } from '../../../http/route-handler.ts'
import type { Callers } from './contract.ts'

const words = {
  closed: { zh: '不再接收推送', en: 'takes no records any more', pt: 'não recebe mais registros' },
  filter: { zh: '不能再按 {name} 查询', en: 'is not found by {name} any more', pt: 'não é mais encontrado por {name}' },
  key: { zh: '返回的主键改为 {name}', en: 'the key answered is {name}', pt: 'a chave respondida é {name}' },
  number: { zh: '返回的编码改为 {name}', en: 'the number answered is {name}', pt: 'o número respondido é {name}' },
  rows: {
    zh: '行条件字段 {name} 没有了',
    en: '{name}, by which rows are shown, is gone',
    pt: '{name}, que decide as linhas, sumiu',
  },
  field: { zh: '不再返回 {name}', en: '{name} is not answered any more', pt: '{name} não é mais respondido' },
  type: { zh: '{name} 的类型变了', en: '{name} is of another type', pt: '{name} tem outro tipo' },
  required: { zh: '推送的数据缺少 {name}', en: 'what is sent lacks {name}', pt: 'falta {name} no que é enviado' },
  refused: {
    zh: '推送的数据映射失败：{name}',
    en: 'what is sent cannot be mapped: {name}',
    pt: 'o que é enviado não é mapeado: {name}',
  },
  dropped: { zh: '推送的数据被过滤掉', en: 'what is sent is filtered out', pt: 'o que é enviado é filtrado' },
} as const

const line = {
  zh: '应用“{name}”最近 {days} 天的调用会受影响：{breaks}。',
  en: 'Calls that "{name}" made in the last {days} days would find something else: {breaks}.',
  pt: 'Chamadas que "{name}" fez nos últimos {days} dias encontrariam outra coisa: {breaks}.',
}
const ofMapping: ReadonlySet<string> = new Set(['refused'])
const MOST = 5

/** One line of a check for each application that a change would break. */
export const sayBreaks = (
  { callers }: Callers,
  days: number,
  { language }: Pick<RouteContext, 'language'>,
): CheckLine[] =>
  callers
    .filter(({ breaks }) => breaks.length > 0)
    .map(({ application_name: name, breaks }) => {
      const said = breaks
        .slice(0, MOST)
        .map(each => sayWords(words[each.what], language).replace('{name}', () => each.name))
      const rest = breaks.length > MOST ? [`+${breaks.length - MOST}`] : []
      return {
        level: 'warning',
        group: breaks.every(({ what }) => ofMapping.has(what)) ? 'mapping' : 'source',
        item: 'source.callers',
        message: sayWords(line, language)
          .replace('{name}', () => name)
          .replace('{days}', String(days))
          .replace('{breaks}', () => [...said, ...rest].join(language === 'zh' || language === 'tw' ? '、' : ', ')),
      }
    })
