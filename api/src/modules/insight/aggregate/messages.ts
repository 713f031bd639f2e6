import type { Messages } from '../../../http/messages.ts'

/** What this module refuses with, by code. */
export const messages = {
  'notFound.aggregate': {
    zh: '聚合报表不存在，或没有共享给你',
    en: 'There is no such report, or it is not shared with you.',
    pt: 'Este relatório não existe ou não foi compartilhado com você.',
  },
  'conflict.aggregateOwner': {
    zh: '只有 {value} 能修改这个报表，你可以复制一份再改',
    en: 'Only {value} can change this report. Copy it and change the copy.',
    pt: 'Só {value} pode alterar este relatório. Copie-o e altere a cópia.',
  },
  'conflict.aggregateName': {
    zh: '你已有名为“{value}”的报表',
    en: 'You have a report named "{value}" already.',
    pt: 'Você já tem um relatório chamado "{value}".',
  },
  'conflict.aggregates': {
    zh: '一个方案下每人最多保存 {value} 个报表，请先删除不用的',
    en: 'One person keeps at most {value} reports of a strategy. Delete one first.',
    pt: 'Cada pessoa guarda no máximo {value} relatórios por estratégia. Exclua um antes.',
  },
  'conflict.computations': {
    zh: '同时最多计算 {value} 个报表，请等其中一个结束或取消它',
    en: 'Only {value} reports are computed at once. Wait for one to end, or cancel it.',
    pt: 'Apenas {value} relatórios são calculados ao mesmo tempo. Aguarde o fim de um ou cancele-o.',
  },
  'conflict.noResult': {
    zh: '报表还没有计算结果，请先计算',
    en: 'The report has no result yet. Compute it first.',
    pt: 'O relatório ainda não tem resultado. Calcule-o primeiro.',
  },
  'invalid.aggregateGroups': {
    zh: '分组超过 {value} 个，请放宽日期粒度、减少分组字段或缩小筛选范围',
    en: 'There are more than {value} groups. Group dates by longer spans, leave a group out, or narrow the filter.',
    pt: 'Há mais de {value} grupos. Agrupe as datas em períodos maiores, retire um agrupamento ou restrinja o filtro.',
  },
  'invalid.aggregateDistinct': {
    zh: '去重计数的不同值超过 {value} 个，请换一个字段或缩小筛选范围',
    en: 'There are more than {value} different values to count. Count another field, or narrow the filter.',
    pt: 'Há mais de {value} valores diferentes para contar. Conte outro campo ou restrinja o filtro.',
  },
} as const satisfies Messages
