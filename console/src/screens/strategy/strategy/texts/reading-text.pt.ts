import type { Like } from '../../../../lib/i18n.ts'
import type { zh } from './reading-text.zh.ts'

export const pt: Like<typeof zh> = {
  heading: 'O que os dados não dizem, e como foi entendido',
  options: {
    encoding: 'Codificação',
    delimiter: 'Delimitador',
    header: 'Primeira linha',
    pagination: 'Paginação',
    guarded: 'Proteção contra fórmulas',
    days: 'Datas',
    numbers: 'Números',
  },
  guessed: 'suposto',
  open: 'não se pode saber',
  doubtful: 'não parece como está definido',
  daysHint: 'São lidos como texto; um mapeamento que diz o padrão faz deles datas.',
  numbersHint: 'São lidos como texto; um mapeamento que diz o sinal decimal faz deles números.',
}
