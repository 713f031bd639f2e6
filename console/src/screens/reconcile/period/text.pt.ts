import type { Like } from '../../../lib/i18n.ts'
import type { zh } from './text.zh.ts'

export const pt: Like<typeof zh> = {
  label: 'Períodos e arquivo',
  intro: 'Mês a mês: confira o saldo, feche, bloqueie e arquive o que está fechado',
  account: 'Conta',
  accounts: 'Criar uma conta',
  none: 'Ainda não há contas',
  noneText: 'Crie uma conta e importe seus extratos; depois os meses podem ser fechados aqui.',
  columns: {
    month: 'Mês',
    state: 'Estado',
    opening: 'Saldo inicial',
    in: 'Entradas',
    out: 'Saídas',
    closing: 'Saldo final',
    a: 'Linhas de extrato',
    b: 'Linhas de documentos',
    late: 'Linhas atrasadas',
    carried: 'Transportadas',
    by: 'Fechado por',
    at: 'Fechado em',
  },
  states: {
    open: 'Aberto',
    closing: 'Fechando',
    closed: 'Fechado',
    archiving: 'Arquivando',
    archived: 'Arquivado',
    restoring: 'Restaurando',
  },
  phases: {
    queued: () => 'Na fila',
    reading: count => `Conferindo, ${count} linhas lidas`,
    writing: count => `Gravando, ${count} linhas até agora`,
    checking: () => 'Conferindo o arquivo',
    removing: () => 'Arquivo comprovado; as linhas estão saindo',
    done: () => 'Concluído',
  },
  drawer: {
    title: month => `Mês ${month}`,
    roll: 'Evolução do saldo',
    counted: (a, b, currency) => `${a} linhas de extrato, ${b} linhas de documentos, em ${currency}`,
  },
  actions: {
    cancel: 'Cancelar',
    download: 'Baixar o arquivo',
    goesOn: 'Continua sem esta página. O mês fica bloqueado enquanto isso; se cancelado, volta a ser como era.',
    blocked: count => `${count} itens impedem o fechamento`,
    note: 'Observação (opcional)',
    reason: 'Motivo da reabertura',
    close: {
      label: 'Fechar',
      ask: month => `Fechar ${month}?`,
      about:
        'A partir de agora os lançamentos e correspondências deste mês não mudam. Os saldos são guardados com um hash SHA-256 de todas as linhas. Linhas que chegarem depois contam no mês seguinte.',
    },
    reopen: {
      label: 'Reabrir',
      ask: month => `Reabrir ${month}?`,
      about:
        'Os saldos e o hash são descartados e calculados de novo no próximo fechamento. O motivo vai para o registro de operações. Quem reabre não pode ser quem fechou.',
    },
    archive: {
      label: 'Arquivar',
      ask: month => `Arquivar ${month}?`,
      about:
        'As linhas vão para um arquivo Parquet. Só saem das listas depois que o arquivo foi relido e tem o mesmo hash. Os saldos ficam aqui, e o mês pode ser restaurado.',
    },
    restore: {
      label: 'Restaurar',
      ask: month => `Restaurar ${month}?`,
      about: 'Primeiro o arquivo e o hash são conferidos; depois as linhas voltam às listas. O mês continua fechado.',
    },
  },
  points: {
    title: 'Antes de fechar',
    agreed: 'Como estava no fechamento',
    intro: 'O que está em vermelho precisa ser resolvido antes; o que está em amarelo merece atenção.',
    open: 'Ver',
    levels: { ok: 'Aprovado', warn: 'Atenção', block: 'Impede o fechamento' },
    of: {
      over: { title: 'O mês terminou', told: () => 'Este mês ainda não terminou.' },
      order: {
        title: 'Os meses anteriores estão fechados',
        told: (_count, values) => `Os meses são fechados em ordem. O próximo é ${values.join(', ')}.`,
      },
      files: {
        title: 'Todos os extratos foram importados',
        told: (count, values) => `${count} extratos ainda não foram carregados: ${values.join(', ')}.`,
      },
      rejected: {
        title: 'Nenhum extrato foi recusado',
        told: (count, values) => `${count} extratos foram recusados e não vieram de novo: ${values.join(', ')}.`,
      },
      running: {
        title: 'Nada está em conciliação ou importação',
        told: count => `${count} tarefas ainda estão em andamento.`,
      },
      gaps: {
        title: 'Todo dia tem extrato',
        told: (count, values) =>
          `${count} dias sem linhas: ${values.join(', ')}${count > values.length ? ' …' : ''}. Um dia sem vendas é normal.`,
      },
      duplicates: { title: 'Sem duplicatas', told: count => `${count} linhas são duplicadas e não contam.` },
      currency: { title: 'Tudo na moeda da conta', told: count => `${count} linhas estão em outra moeda.` },
      items: { title: 'Toda linha tem seu item', told: count => `${count} linhas estão sem item contábil.` },
      flow: { title: 'Um fluxo concilia a conta', told: () => 'Nenhum fluxo contém esta conta.' },
      a_open: {
        title: 'Extratos (A) resolvidos',
        told: count => `${count} linhas não estão conciliadas, ignoradas nem transportadas para um mês posterior.`,
      },
      b_open: {
        title: 'Documentos (B) resolvidos',
        told: count => `${count} linhas não estão conciliadas, ignoradas nem transportadas para um mês posterior.`,
      },
      proposed: {
        title: 'Nenhuma correspondência pendente',
        told: count => `${count} linhas estão em correspondências a confirmar.`,
      },
      adjustments: {
        title: 'Diferenças aprovadas',
        told: count => `${count} diferenças aguardam uma segunda pessoa.`,
      },
      late: { title: 'Sem linhas atrasadas', told: count => `${count} linhas são de meses fechados e contam aqui.` },
      continuity: {
        title: 'Os saldos informados são contínuos',
        told: (count, values) =>
          `Há ${count} quebras; pode faltar um extrato. Saldos sem linha anterior: ${values.join(', ')}.`,
      },
      balance: {
        title: 'O saldo final é o que os extratos informam',
        told: (_count, values) =>
          `A evolução chega a ${values[0] ?? ''}, e a última linha informa ${values[1] ?? ''}. Confira o saldo inicial da conta e se falta algum extrato.`,
      },
    },
  },
  history: {
    title: 'O que foi feito',
    closed: 'Fechado',
    note: 'Observação',
    hash: 'Hash das linhas (SHA-256)',
    reopened: 'Reaberto',
    reason: 'Motivo',
    archived: 'Arquivado',
    file: 'Arquivo',
    restored: 'Restaurado',
  },
}
