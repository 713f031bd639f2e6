import type { Like } from '../../../lib/i18n.ts'
import type { zh } from './retire-text.zh.ts'

export const pt: Like<typeof zh> = {
  title: 'Documentos sem linhas',
  count: count => `${count} documentos`,
  scope: 'Quais',
  kind: 'O que acontece com eles',
  kinds: {
    retireDelete: 'Excluir no destino',
    retireZero: 'Gravar com zeros',
    retireMark: 'Marcar no destino',
    retireKeep: 'Manter no destino',
  },
  hints: {
    retireDelete: 'O destino exclui estes documentos. Onde não consegue, continuam em erro e dizem por quê.',
    retireZero: 'Gravados como foram lidos por último, com 0 nos campos das configurações da estratégia.',
    retireMark: 'Gravados como foram lidos por último, com o campo das configurações preenchido.',
    retireKeep: 'O destino fica como está; aqui contam como excluídos.',
  },
  back: 'Um documento que volta a ter linhas é gravado com o novo conteúdo.',
  start: 'Começar',
  started: 'Começou',
  cancel: 'Cancelar',
}
