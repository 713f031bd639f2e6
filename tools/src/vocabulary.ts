import type { SourceFile } from './walls.ts'

type Language = 'zh' | 'en' | 'pt'

/** One act or thing and its word in each language; `not`: the other words that were met for it. */
interface Word {
  readonly zh: string
  readonly en: string
  readonly pt: string
  readonly not: Partial<Record<Language, RegExp>>
  /** Dictionaries in which the word means something else. */
  readonly except?: RegExp
}

/**
 * One word for one act, whatever the screen. Traditional Chinese is made from zh. A change of a password, a phone or of
 * a value in a history is none of these: there the old is replaced, nothing is opened to be worked on.
 */
export const vocabulary: readonly Word[] = [
  {
    zh: '编辑',
    en: 'Edit',
    pt: 'Editar',
    not: {
      zh: /^修改(?!后|前|密码|时间|历史|记录|脚本需要| LAST|$)/,
      en: /^(?:Change|Modify|Adjust|Alter) (?:the |a )?(?:rule|channel|mapping|template|role|report|strategy|map|platform)/,
      pt: /^(?:Alterar|Mudar|Modificar|Ajustar) (?:o |a )?(?:regra|canal|mapeamento|modelo|papel|relatório|estratégia|mapa)/,
    },
  },
  { zh: '新建', en: 'New, Create', pt: 'Novo, Criar', not: { zh: /创建(?!时间|人)|^新增(?=[一子]|角色|方案|规则)/ } },
  // Commands and statements are executed; strategies and jobs run.
  { zh: '运行', en: 'Run', pt: 'Executar', not: { zh: /执行/ }, except: /(?:kind|debug)-text/ },
  {
    zh: '启用',
    en: 'Enable',
    pt: 'Ativar',
    not: {
      zh: /(?<![错打])开启/,
      en: /\b(?:switch|turn)(?:e[sd])?(?:ed|ing)? (?:it |them )?o(?:n|ff)\b/i,
      pt: /\b(?:des)?liga(?:r|d[oa]s?)\b(?! a)/i,
    },
    except: /(?:merge|schedule)-text/, // of a machine that is off
  },
  { zh: '停用', en: 'Disable', pt: 'Desativar', not: { zh: /禁用/ } },
  { zh: '删除', en: 'Delete, Remove', pt: 'Excluir, Remover', not: { zh: /移除/ } },
  { zh: '查看', en: 'View', pt: 'Ver', not: { en: /^Look$|^Look and/ } },
  { zh: '状态', en: 'State', pt: 'Situação', not: { en: /^Status$/, pt: /^Status$/ } },
  { zh: '补漏', en: 'Catch-up', pt: 'Reposição', not: { en: /\bremed(?:y|ies)\b/i } },
]

/** Acts by the key they are kept under: whoever names a key so says the one word for it. */
const KEYS: readonly { readonly key: RegExp; readonly must: Readonly<Record<Language, RegExp>> }[] = [
  {
    key: /(?:^|\.)(?:edit|editAction|editName)$/,
    must: { zh: /编辑|设置/, en: /^(?:Edit|Settings)/, pt: /^(?:Edit|Configurações)/ },
  },
]

export interface Said {
  readonly path: string
  readonly language: Language
  readonly key: string
  readonly says: readonly string[]
}

/** What says an act in another word than the table has. */
export const findOtherWords = (texts: readonly Said[]): { path: string; text: string; problem: string }[] =>
  texts.flatMap(({ path, language, key, says }) => {
    const text = `${key}: ${says.join(' / ')}`
    const named = vocabulary.filter(
      ({ not, except }) => !except?.test(path) && says.some(each => not[language]?.test(each.trim())),
    )
    const kept = KEYS.filter(
      each => each.key.test(key) && says.length > 0 && !says.some(one => each.must[language].test(one)),
    )
    return [
      ...named.map(word => ({ path, text, problem: `has another word for “${word[language]}”` })),
      ...kept.map(each => ({ path, text, problem: `is not ${each.must[language]}, as its key says` })),
    ]
  })

/** The dictionaries of screens that are being made at the same time are looked at when they are done. */
export const isJudged = ({ path }: Pick<SourceFile, 'path'>): boolean => !path.includes('/screens/reconcile/')
