import type { Sentences } from '@sluice/contract'

/** By the English sentence. */
export const sentences: Sentences = {
  'The mail server refused the user name or the password.':
    'O servidor de e-mail recusou o nome de usuário ou a senha.',
  'Check both; many services want an app password, and SMTP to be switched on for the mailbox.':
    'Verifique ambos; muitos serviços exigem uma senha de aplicativo e o SMTP ativado para a caixa postal.',
  '{where} offers no encrypted connection that can be trusted.': '{where} não oferece uma conexão cifrada confiável.',
  'Check encryption, port and certificate; a server of your own network may have a self-signed one.':
    'Verifique a criptografia, a porta e o certificado; um servidor da própria rede pode ter um autoassinado.',
  '{where} does not speak SMTP with us.': '{where} não fala SMTP conosco.',
  'Check the port, and whether it wants TLS from the start.': 'Verifique a porta e se ela exige TLS desde o início.',
  'The mail server takes no mails right now: {answer}.': 'O servidor de e-mail não aceita mensagens agora: {answer}.',
  'They are sent again by themselves; if this stays, look at its limits of mails an hour.':
    'Elas são enviadas de novo sozinhas; se persistir, verifique o limite de mensagens por hora.',
  'The connection to the mail server broke before the mail was handed over.':
    'A conexão com o servidor de e-mail caiu antes da entrega da mensagem.',
  'It is made again by itself; if this stays, look at the log of the server.':
    'Ela é refeita sozinha; se persistir, consulte o log do servidor.',
  'The mail server refused the mail: {answer}.': 'O servidor de e-mail recusou a mensagem: {answer}.',
  'Correct the recipients or the content, then process the record again.':
    'Corrija os destinatários ou o conteúdo e processe o registro de novo.',
  'The mail went to the other recipients, but the server refused {addresses}.':
    'A mensagem foi para os outros destinatários, mas o servidor recusou {addresses}.',
  'Correct the address and send the mail to it alone; the others have it already.':
    'Corrija o endereço e envie a mensagem só a ele; os outros já a têm.',
  'The mail server did not confirm the mail, so it may have been sent or not.':
    'O servidor de e-mail não confirmou a mensagem; ela pode ter sido enviada ou não.',
  'Ask a recipient or look into the log of the server, then confirm the record or process it again.':
    'Pergunte a um destinatário ou consulte o log do servidor; depois confirme o registro ou processe-o de novo.',
  'There is no {id} here; a mail server takes mails only.':
    'Não há {id} aqui; um servidor de e-mail só aceita mensagens.',
  'Choose the resource mail.': 'Escolha o recurso mail.',
  'The mail has no recipient.': 'A mensagem não tem destinatário.',
  'Map a field with an address to it.': 'Mapeie para ele um campo com um endereço.',
  'The mail has more than {max} recipients.': 'A mensagem tem mais de {max} destinatários.',
  'Make several records of it.': 'Divida-a em vários registros.',
  'A mail has no field {name}.': 'Uma mensagem não tem o campo {name}.',
  'Map to one of {names}.': 'Mapeie para um destes: {names}.',
  'The field {name} of a mail takes text only.': 'O campo {name} de uma mensagem só aceita texto.',
  'Change the value in the mapping.': 'Altere o valor no mapeamento.',
  '{shown} is no mail address.': '{shown} não é um endereço de e-mail.',
  'Write name@example.com, several with commas between.': 'Escreva nome@example.com; vários, com vírgulas entre eles.',
  'sender and recipients are judged with each mail': 'remetente e destinatários são avaliados em cada mensagem',
  'Mail (SMTP)': 'E-mail (SMTP)',
  'Sends each record as a mail: recipients, subject and content come from the mapped fields.':
    'Envia cada registro como um e-mail: destinatários, assunto e conteúdo vêm dos campos mapeados.',
  Host: 'Host',
  'Host name or IP address, without protocol and port.': 'Nome do host ou endereço IP, sem protocolo e sem porta.',
  Port: 'Porta',
  'Usually 587 with STARTTLS, 465 with TLS, 25 without encryption.':
    'Geralmente 587 com STARTTLS, 465 com TLS, 25 sem criptografia.',
  Encryption: 'Criptografia',
  'STARTTLS, required': 'STARTTLS, obrigatório',
  'TLS from the start': 'TLS desde o início',
  Off: 'Desligada',
  'User name': 'Nome de usuário',
  'Empty when the server asks for no sign-in.': 'Vazio se o servidor não pedir autenticação.',
  'Many mail services want an app password here. Sealed at rest and never shown again.':
    'Muitos serviços de e-mail pedem aqui uma senha de aplicativo. Guardada cifrada e nunca mais exibida.',
  Sender: 'Remetente',
  'The address all mails come from, with a name or without; most services want the one of the user name.':
    'O endereço de origem de todas as mensagens, com ou sem nome; a maioria dos serviços exige o do nome de usuário.',
}
