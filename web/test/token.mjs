// The token: a page without it says what to do, one that was opened with it works, and a server for others says where data goes.
import { assert, open } from "./browser.mjs";

/** A page without the token is told so; the printed address lets it in and does not keep the token in sight. */
export async function locked(browser, address, say) {
  const { page, context, wrong } = await open(browser);
  const [origin, token] = address.split("?token=");
  assert(token?.length >= 8, `the printed address holds no token: ${address}`);
  await page.goto(`${origin}#/sliding`);
  await page.getByTestId("locked").filter({ hasText: "Open the address that quandary serve printed" }).waitFor();
  const refused = wrong.filter((line) => !line.includes("status of 401"));
  assert(refused.length === 0, `a locked page: ${refused.join("; ")}`);
  await page.goto("about:blank");
  wrong.length = 0;
  await page.goto(`${address}#/sliding`);
  await page.locator('[data-testid="board"] [role="grid"]').waitFor();
  assert(!page.url().includes(token), `the token is still in sight: ${page.url()}`);
  assert(wrong.length === 0, `an opened page: ${wrong.join("; ")}`);
  say("token: a page without it says what to do, the printed address opens it");
  await context.close();
}

/** On a server for others, a participant reads where the data goes, and is offered nothing that belongs to the experimenter. */
export async function participants(browser, address, say) {
  const [origin] = address.replace("0.0.0.0", "127.0.0.1").split("?token=");
  const { page, context, wrong } = await open(browser);
  await page.goto(`${origin}#/study`);
  await page.getByText("It is sent to the machine that this page comes from").waitFor();
  assert(!(await page.locator("body").innerText()).includes("Nothing leaves this machine"), "the page says that nothing leaves this machine");
  await page.getByTestId("player").fill("Ann");
  await page.getByRole("button", { name: "I agree, let me play" }).click();
  await page.getByRole("button", { name: "Export mine (CSV)" }).waitFor();
  assert((await page.getByRole("button", { name: "Export everybody's (CSV)" }).count()) === 0, "a participant is offered everybody's attempts");
  assert((await page.getByTestId("import").count()) === 0, "a participant is offered the import");
  assert(wrong.length === 0, `a participant: ${wrong.join("; ")}`);
  say("token: participants read where their data goes and are offered only their own");
  await context.close();
}
