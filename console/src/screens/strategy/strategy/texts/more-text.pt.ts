import type { Like } from '../../../../lib/i18n.ts'
import type { zh } from './more-text.zh.ts'

export const pt: Like<typeof zh> = {
  facts: 'Identificação',
  id: 'ID da estratégia',
  copyId: 'Copiar o ID da estratégia',
  code: 'Código',
  group: 'Grupo',
  tags: 'Etiquetas',
  owner: 'Responsável',
  remark: 'Observação',
  created: 'Criada em',
  updated: 'Alterada em',
  uses: 'O que ela usa',
  usesText:
    'Conectores, interfaces, mapas de valores e outras estratégias de que depende, também em rascunho pendente.',
  usesNone: 'Não usa mais nada',
  usedBy: 'O que a usa',
  usedByText: 'Outras estratégias e relatórios que dependem dela, também em rascunhos pendentes.',
  usedByNone: 'Nenhuma estratégia ou relatório a usa',
  columns: { kind: 'Como', name: 'Nome' },
  kinds: {
    connector: 'Conector',
    asset: 'API (ativo)',
    map: 'Mapa de valores',
    find: 'Busca registros nela',
    read: 'Lê os registros que ela armazenou',
    callback: 'Repassa a ela os registros gravados',
    wait: 'Espera por ela',
  },
  usedKinds: {
    find: 'Busca registros aqui',
    read: 'Lê os registros armazenados aqui',
    callback: 'Repassa para cá os registros gravados',
    wait: 'Espera por esta estratégia',
    report: 'Relatório',
  },
  privateReport: 'Relatório próprio de outra pessoa',
}
