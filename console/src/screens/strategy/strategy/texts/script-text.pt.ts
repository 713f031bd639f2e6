import type { Like } from '../../../../lib/i18n.ts'
import type { zh } from './script-text.zh.ts'

export const pt: Like<typeof zh> = {
  title: 'Script',
  text: 'Funções que o mapeamento leva, para cada registro. Não alcançam rede, relógio nem acaso, por isso uma repetição dá o mesmo resultado. Ao lado, são executadas no registro escolhido enquanto você escreve.',
  readOnly: 'Alterar o script requer a permissão de scripts.',
  example: 'Inserir um exemplo',
  declarations: 'Tipos',
  changes: 'Alterado pelo script',
  becomes: 'passa a ser',
  hooks: {
    beforeMapping: {
      name: 'Antes do mapeamento',
      about: 'Recebe o registro lido e o devolve alterado; o que foi lido fica como foi guardado.',
    },
    afterMapping: {
      name: 'Depois do mapeamento, antes da gravação',
      about: 'Recebe os campos mapeados do destino e os devolve alterados; ctx.refuse recusa o registro.',
    },
  },
}
