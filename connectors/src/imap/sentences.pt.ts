import type { Sentences } from '@sluice/contract'

/** By the English sentence. */
export const sentences: Sentences = {
  'The mail server refused the user name or the password.':
    'O servidor de e-mail recusou o nome de usuário ou a senha.',
  'Check both; many services want an app password, and IMAP to be switched on for the mailbox.':
    'Verifique ambos; muitos serviços exigem uma senha de aplicativo, e que o IMAP esteja ativado na caixa.',
  '{where} offers no encrypted connection that can be trusted.':
    '{where} não oferece uma conexão criptografada confiável.',
  'Check encryption, port and certificate; a server of your own network may have a self-signed one.':
    'Verifique criptografia, porta e certificado; um servidor da sua rede pode ter um autoassinado.',
  '{where} does not speak IMAP with us.': '{where} não fala IMAP conosco.',
  'Check the port, and whether it wants TLS from the start.': 'Verifique a porta, e se ele quer TLS desde o início.',
  'The mail server refused a command: {answer}.': 'O servidor de e-mail recusou um comando: {answer}.',
  'Check the filters of the source; else look at the log of the server.':
    'Verifique os filtros da origem; senão, consulte o log do servidor.',
  'The mail server takes no more sessions of this user at the moment.':
    'O servidor de e-mail não aceita mais sessões deste usuário no momento.',
  'It is tried again by itself; if this stays, close other mail programs or have the limit raised.':
    'Será tentado de novo automaticamente; se continuar, feche outros programas de e-mail ou peça um limite maior.',
  'The connection to the mail server broke, or it said nothing for a minute.':
    'A conexão com o servidor de e-mail caiu, ou ele ficou um minuto sem responder.',
  'It is made again by itself; if this stays, look at the log of the server.':
    'Ela é refeita automaticamente; se continuar, consulte o log do servidor.',
  'The mail server sent an answer that is larger than any mail needs.':
    'O servidor de e-mail enviou uma resposta maior do que qualquer e-mail precisa.',
  'Look at the log of the server; it may be damaged.': 'Consulte o log do servidor; ele pode estar danificado.',
  'Reading the mailbox was stopped.': 'A leitura da caixa de e-mail foi interrompida.',
  'There is no folder {path} in the mailbox that holds mails.':
    'Não há na caixa de e-mail uma pasta {path} que contenha e-mails.',
  'Choose one of the listed folders; it may have been renamed or deleted.':
    'Escolha uma das pastas listadas; ela pode ter sido renomeada ou excluída.',
  'The mail server has numbered the folder {path} anew while it was being read.':
    'O servidor de e-mail renumerou a pasta {path} durante a leitura.',
  'Start a new run; mails that were taken already are recognised where message_id is the key.':
    'Inicie uma nova execução; e-mails já lidos são reconhecidos quando message_id é a chave.',
  'Mails have no order by the field {field}.': 'E-mails não têm ordem pelo campo {field}.',
  'Choose {fields} as the increment field, or switch off the increment.':
    'Escolha {fields} como campo de incremento, ou desative o incremento.',
  'The bound {text} is no place in a mailbox.': 'O limite {text} não é uma posição em uma caixa de e-mail.',
  'Run everything once; the bound is found again by that.': 'Execute tudo uma vez; o limite é reencontrado com isso.',
  'The text of the mail has {size} MiB; more than 8 MiB are not read.':
    'O texto do e-mail tem {size} MiB; mais de 8 MiB não são lidos.',
  'Have so long a content sent as an attachment.': 'Peça que um conteúdo tão longo seja enviado como anexo.',
  'What the mail consists of cannot be read: it has too many parts or too deep ones, or it is damaged.':
    'Não é possível ler a composição do e-mail: há partes demais ou aninhadas demais, ou ele está danificado.',
  'Open it in a mail program; if it matters, have it sent again.':
    'Abra-o em um programa de e-mail; se for importante, peça que seja enviado de novo.',
  'The attachment {name} has more than 512 MiB.': 'O anexo {name} tem mais de 512 MiB.',
  'Have it sent in smaller files, or by a file server.':
    'Peça que seja enviado em arquivos menores, ou por um servidor de arquivos.',
  '{count} folders are listed': '{count} pastas são listadas',
  'Mailbox (IMAP)': 'Caixa de e-mail (IMAP)',
  'Reads the mails of a folder, or the rows of their CSV, JSON Lines and XLSX attachments. Read-only: no mail is marked as seen or moved.':
    'Lê os e-mails de uma pasta, ou as linhas dos seus anexos CSV, JSON Lines e XLSX. Somente leitura: nenhum e-mail é marcado como lido nem movido.',
  'Host name or IP address, without protocol and port.': 'Nome do host ou endereço IP, sem protocolo nem porta.',
  'Usually 993 with TLS, 143 with STARTTLS or without encryption.':
    'Geralmente 993 com TLS, 143 com STARTTLS ou sem criptografia.',
  Encryption: 'Criptografia',
  'TLS from the start': 'TLS desde o início',
  'STARTTLS, required': 'STARTTLS, obrigatório',
  Off: 'Desativada',
  'User name': 'Nome de usuário',
  'Many mail services want an app password here. Sealed at rest and never shown again.':
    'Muitos serviços de e-mail exigem aqui uma senha de aplicativo. Guardada selada e nunca mais exibida.',
  'What is read': 'O que é lido',
  'Mails, a record each': 'E-mails, um registro cada',
  'Rows of attachments': 'Linhas dos anexos',
  'Subject contains': 'O assunto contém',
  'Looked up by the mail server, in upper and lower case.':
    'Procurado pelo servidor de e-mail, em maiúsculas e minúsculas.',
  'Sender contains': 'O remetente contém',
  'Received on or after': 'Recebido a partir de',
  'By the date of the mail server.': 'Pela data do servidor de e-mail.',
  'Received before': 'Recebido antes de',
  'Without this day.': 'Sem incluir esse dia.',
  'Unseen mails only': 'Somente e-mails não lidos',
  'Attachment names': 'Nomes dos anexos',
  'Only attachments in CSV, JSON Lines or XLSX that match are read: * is any text, ? is one character.':
    'Somente anexos CSV, JSON Lines ou XLSX que correspondem são lidos: * é qualquer texto, ? é um caractere.',
  Sheet: 'Planilha',
  'For XLSX; empty reads the first one.': 'Para XLSX; vazio lê a primeira.',
  'Add the mail': 'Adicionar o e-mail',
  'Adds the fields _mail, _file, _from, _subject and _received; increments can go by _mail.':
    'Adiciona os campos _mail, _file, _from, _subject e _received; incrementos podem usar _mail.',
  'Attachments left out because of their name or ending: {count} ({examples}).':
    'Anexos deixados de fora por causa do nome ou da extensão: {count} ({examples}).',
}
