// Before anything is drawn: the look that was chosen last time, so that nothing flashes.
try {
  const look = localStorage.getItem("quandary.look");
  if (look === "light" || look === "dark") document.documentElement.dataset.look = look;
} catch {
  // Without storage the system's choice holds.
}
