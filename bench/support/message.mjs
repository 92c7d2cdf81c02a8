import PostalMime from 'postal-mime';
import { arrived, queueWelcomeMails } from './welcome-mails.mjs';

/** The product's welcome mail as the mail server got it, in the parts that nodemailer is given. */
export async function welcomeMessage(surroundings) {
  const mailServer = await surroundings.mailServer();
  const database = await surroundings.database();
  await mailServer.ask({ forget: true });
  await queueWelcomeMails(database, 1);
  await arrived(mailServer, 1);
  const { from, subject, html, text } = await PostalMime.parse(await mailServer.ask({ report: 'latest' }));
  return {
    from: { name: from.name, address: from.address },
    subject,
    html,
    text,
    headers: { 'Auto-Submitted': 'auto-generated' },
  };
}
