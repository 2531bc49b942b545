// A picture of the user's instead of numbers. It stays in this window: nothing is sent anywhere.
class Picture {
  image = $state.raw<ImageBitmap>();
  /** Whether the numbers stand on it. */
  numbers = $state(true);
}

export const picture = new Picture();
